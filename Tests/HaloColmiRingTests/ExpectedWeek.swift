import HaloColmiRing
import HaloHealth
import HaloVirtualDevices
import HaloWearables

/// A simulated person's week, computed without any ring message: the expected result of a sync.
struct ExpectedWeek {
  /// A sample without its provenance.
  struct Value: Hashable {
    let metric: Metric
    let start: WallClock
    let minutes: Int
    let source: SampleSource
    let value: Double
  }

  /// A night without its provenance.
  struct Sleep: Hashable {
    let kind: Night.Kind
    let start: WallClock
    let end: WallClock
    let stages: [Night.Stretch]
  }

  private(set) var values: Set<Value> = []
  private(set) var sleeps: Set<Sleep> = []

  init(_ wearer: SimulatedPerson, model: VirtualRingModel, now: WallClock) {
    let can = model.capabilities
    for daysAgo in 0..<7 {
      let day = wearer.day(now.date.adding(days: -daysAgo))
      func at(_ minute: Int) -> WallClock { WallClock(date: day.date, minuteOfDay: minute) }
      func add(_ metric: Metric, _ minute: Int, _ value: Double, minutes: Int = 0, source: SampleSource = .log) {
        values.insert(Value(metric: metric, start: at(minute), minutes: minutes, source: source, value: value))
      }
      for (slot, bpm) in day.heartRate.enumerated()
      where slot * 5 % model.heartRateInterval == 0 && at(slot * 5) <= now && bpm > 0 {
        add(.heartRate, slot * 5, Double(bpm))
      }
      for hour in day.hours where at(hour.hour * 60 + 60) <= now {
        add(.steps, hour.hour * 60, Double(hour.steps), minutes: 15)
        add(.distance, hour.hour * 60, Double(hour.meters), minutes: 15)
        add(.activeEnergy, hour.hour * 60, Double(hour.calories) / 1000, minutes: 15)
      }
      for (hour, range) in day.oxygen.enumerated() where at(hour * 60 + 60) <= now && can.contains(.spo2) {
        add(.oxygenSaturationMinimum, hour * 60, Double(range.low), minutes: 60)
        add(.oxygenSaturationMaximum, hour * 60, Double(range.high), minutes: 60)
      }
      for slot in 0..<48 where at(slot * 30) <= now {
        if can.contains(.stress), day.stress[slot] > 0 { add(.stress, slot * 30, Double(day.stress[slot])) }
        if can.contains(.hrv), !model.unansweredCommands.contains(0x39), day.variability[slot] > 0 {
          add(.heartRateVariability, slot * 30, Double(day.variability[slot]))
        }
        if can.contains(.temperature) {
          add(.skinTemperature, slot * 30, Double(200 + Int(day.temperature[slot])) / 10)
        }
      }
      if let reading = day.manualReading, at(reading.minute) <= now, can.contains(.manualHeartRate) {
        add(.heartRate, reading.minute, Double(reading.bpm), source: .manual)
      }
      // The answer to the older request for sleep has no naps.
      let nap = can.contains(.newSleepProtocol) ? day.nap : nil
      for (kind, sleep) in [(Night.Kind.night, day.night), (.nap, nap)] {
        if let sleep, at(sleep.end) <= now {
          sleeps.insert(Sleep(kind: kind, start: at(sleep.start), end: at(sleep.end), stages: sleep.stages))
        }
      }
    }
  }
}

extension Readings {
  /// The samples without their provenance.
  var values: [ExpectedWeek.Value] {
    samples.map {
      ExpectedWeek.Value(metric: $0.metric, start: $0.start, minutes: $0.minutes, source: $0.source, value: $0.value)
    }
  }

  /// The nights without their provenance.
  var sleeps: [ExpectedWeek.Sleep] {
    nights.map { ExpectedWeek.Sleep(kind: $0.kind, start: $0.start, end: $0.end, stages: $0.stages) }
  }
}
