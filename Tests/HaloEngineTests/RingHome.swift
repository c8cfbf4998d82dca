import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables

/// A simulated home with a paired ring.
@dynamicMemberLookup
struct RingHome: Sendable {
  let base: SimulatedHome
  let ring: VirtualColmiRing
  let device: Device
  let wearer: SimulatedPerson

  /// A home whose local time is `start` when the simulation begins, with the journal in `folder`.
  init(
    _ clock: SimulatedClock, _ folder: TemporaryFolder, start: WallClock = SimulatedHome.morning, hoursEast: Int = 8,
    model: VirtualRingModel = .r12, seed: UInt64 = 1, battery: RingBatteryModel = RingBatteryModel()
  ) async throws {
    base = try SimulatedHome(
      clock, registry: .bundled, start: start, zone: .hoursEast(hoursEast), seed: seed,
      journal: Journal(path: folder.path("journal.sqlite")))
    wearer = SimulatedPerson(seed: seed)
    let time = base.time
    ring = VirtualColmiRing(model, wearer: wearer, battery: battery) { time.wallClock }
    device = try await base.pair(ring, name: "ring", wearer: "me")
  }

  subscript<Property>(dynamicMember property: KeyPath<SimulatedHome, Property>) -> Property { base[keyPath: property] }

  /// All samples of the logs, without their provenance.
  func values() throws -> Set<Value> {
    var values: Set<Value> = []
    for metric in Metric.known where metric != .battery && metric != .batteryCharging {
      for sample in try base.samples(of: metric) where sample.source != .live {
        values.insert(Value(metric: metric, start: sample.start.wallClock, source: sample.source, value: sample.value))
      }
    }
    return values
  }

  /// The expected samples, from the simulated wearer.
  func truth(now: WallClock, model: VirtualRingModel = .r12) -> Set<Value> {
    var values: Set<Value> = []
    for daysAgo in 0..<7 {
      let day = wearer.day(now.date.adding(days: -daysAgo))
      for (slot, bpm) in day.heartRate.enumerated() {
        let start = WallClock(date: day.date, minuteOfDay: slot * 5)
        if slot * 5 % model.heartRateInterval == 0, start <= now, bpm > 0 {
          values.insert(Value(metric: .heartRate, start: start, source: .log, value: Double(bpm)))
        }
      }
      for hour in day.hours {
        let start = WallClock(date: day.date, minuteOfDay: hour.hour * 60)
        if start.adding(minutes: 60) <= now {
          values.insert(Value(metric: .steps, start: start, source: .log, value: Double(hour.steps)))
        }
      }
    }
    return values
  }

  struct Value: Hashable {
    let metric: Metric
    let start: WallClock
    let source: SampleSource
    let value: Double
  }
}
