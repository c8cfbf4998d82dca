import HaloVirtualDevices

/// Records the true data: the devices' measurements of the simulated person's days, and the syncs that read them.
struct TruthRecorder {
  let wearer: SimulatedPerson
  let model: VirtualRingModel
  /// The times when the ring's battery was empty.
  var emptyBatteryTimes: [Range<WallClock>] = []
  /// The times when the ring's clock was wrong.
  var wrongClockTimes: [Range<WallClock>] = []
  /// The offsets of the device's clock from the simulated person's clock, and their start times.
  private var clocks = [(since: Int.min, secondsAhead: 0)]
  /// The local times of complete syncs.
  private var syncs: [WallClock] = []
  /// Descriptions of all syncs.
  private(set) var words: [String] = []
  private static let daysKept = 7
  /// The days around clock changes.
  var clockChangeDays: Set<CalendarDate> = []
  /// True if the person also wears a watch, which measures every five minutes.
  var hasWatch = false

  init(wearer: SimulatedPerson, model: VirtualRingModel) {
    self.wearer = wearer
    self.model = model
  }

  /// Records the end of a sync; `report` is `nil` if the device was not reached.
  mutating func note(_ report: SyncReport?, at wall: WallClock, isOfRing: Bool) {
    let end = report.map { $0.interruption.map { "broke off: \($0)" } ?? "whole" } ?? "did not begin"
    words.append("\(isOfRing ? "ring" : "watch") \(wall) \(end)")
    if let report, report.interruption == nil { syncs.append(wall) }
  }

  /// Returns the days for which data may be available.
  func days(until last: CalendarDate) -> [Account.Day] {
    guard let first = syncs.first?.date.adding(days: 1 - Self.daysKept) else { return [] }
    return stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map {
      day(CalendarDate(daysSince1970: $0))
    }
  }

  /// Records that a device's clock was set to the local time when the simulated person's clock, which is never set,
  /// showed `unset`.
  mutating func noteClock(set wall: WallClock, at unset: WallClock) {
    let minutes = (wall.secondsSince1970 - unset.secondsSince1970 + 30).floorDivided(by: 60)
    if clocks.last?.secondsAhead != minutes * 60 { clocks.append((unset.secondsSince1970, minutes * 60)) }
  }

  /// Returns the device's clock time for a time on the simulated person's clock.
  private func shown(_ lived: Int) -> WallClock {
    WallClock(secondsSince1970: lived + (clocks.last { $0.since <= lived }?.secondsAhead ?? 0))
  }

  /// Returns true if an interval is in a log: its device measured all the time, and its clock was right when it counted
  /// the interval.
  private func isMeasured(_ start: Int, _ end: Int, counted: Int) -> Bool {
    let time = WallClock(secondsSince1970: start)..<WallClock(secondsSince1970: end)
    return !emptyBatteryTimes.contains { $0.overlaps(time) }
      && !wrongClockTimes.contains { $0.contains(WallClock(secondsSince1970: counted)) }
  }

  /// Returns the heart rate in a five-minute slot, in minutes after midnight of a date on the device's clock; the later
  /// one if the clock showed that time twice.
  private func heartRate(_ date: CalendarDate, _ minute: Int) -> Double? {
    var rate: Double?
    for (index, clock) in clocks.enumerated() {
      let lived = WallClock(date: date, minuteOfDay: minute).secondsSince1970 - clock.secondsAhead
      let next = index + 1 < clocks.count ? clocks[index + 1].since : .max
      guard (clock.since..<next).contains(lived), isMeasured(lived, lived + 60, counted: lived) else { continue }
      let time = WallClock(secondsSince1970: lived)
      rate = Double(wearer.day(time.date).heartRate[time.time.minutes / 5])
    }
    return rate
  }

  private func day(_ date: CalendarDate) -> Account.Day {
    let midnight = WallClock(date: date, minuteOfDay: 0).secondsSince1970
    let days = (-1...1).map { (wearer.day(date.adding(days: $0)), midnight + $0 * 86_400) }
    // An hour is counted in its middle, sleep at its end.
    let hours = days.flatMap { day, midnight in
      day.hours.map { (hour: $0, start: midnight + $0.hour * 3600) }
    }.filter {
      shown($0.start + 1800).date == date && isMeasured($0.start, $0.start + 3600, counted: $0.start + 1800)
    }
    func sleep(_ of: (SimulatedDay) -> SimulatedDay.Sleep?) -> (sleep: SimulatedDay.Sleep, start: Int, end: Int)? {
      days.compactMap { day, midnight in
        of(day).map { ($0, midnight + $0.start * 60, midnight + $0.end * 60) }
      }.filter { shown($0.2).date == date && isMeasured($0.1, $0.2, counted: $0.2) }
        .max { $0.0.stages.minutesAsleep < $1.0.stages.minutesAsleep }
    }
    let night = sleep { $0.night }
    let nap = sleep { $0.nap }
    let latest = syncs.filter { date >= $0.date.adding(days: 1 - Self.daysKept) }.max()
    let rates = stride(from: 0, to: 1440, by: hasWatch ? 5 : model.heartRateInterval).compactMap { heartRate(date, $0) }
    return Account.Day(
      date: "\(date)", steps: hours.reduce(0) { $0 + $1.hour.steps },
      meters: hours.reduce(0) { $0 + $1.hour.meters },
      kilocalories: Double(hours.reduce(0) { $0 + $1.hour.calories }) / 1000,
      heart: rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count),
      asleep: night?.sleep.stages.minutesAsleep,
      nightStart: night.map { "\(WallClock(secondsSince1970: $0.start + shown($0.end).secondsSince1970 - $0.end))" },
      nightEnd: night.map { "\(shown($0.end))" }, nap: nap?.sleep.stages.minutesAsleep,
      isTold: latest.map { $0 >= WallClock(date: date, minuteOfDay: 1440) } ?? false,
      unmeasured: (0..<1440).count { minute in
        !isMeasured(midnight + minute * 60, midnight + minute * 60 + 60, counted: midnight + minute * 60)
      },
      isMoved: clockChangeDays.contains(date),
      stepsAtLeast: latest.map { latest in
        hours.reduce(0) { $0 + (shown($1.start + 3600) <= latest ? $1.hour.steps : 0) }
      } ?? 0,
      isNightTold: latest.map { $0 >= night.map { shown($0.end) } ?? WallClock(date: date, minuteOfDay: 720) } ?? false)
  }
}
