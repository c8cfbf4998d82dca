import HaloColmiRing

/// The logs of a virtual ring at a moment: the activity of the simulated person, at the times that the ring's clock
/// showed.
struct RingMemory: Sendable {
  let wearer: SimulatedDays
  let model: VirtualRingModel
  let clock: RingClock
  /// The periods without measurements, in local time.
  let gaps: [Range<WallClock>]
  /// The local time until which the logger of heart rates and temperatures stalled; `nil` if it did not.
  let stalledUntil: WallClock?
  /// The local time.
  let now: WallClock
  /// The number of days that a ring stores, including today.
  static let days = 7

  /// The date on the ring's clock.
  private var today: CalendarDate { clock.time(at: now).date }

  /// Returns true if the ring measured without a gap for some seconds from a local time.
  private func measured(_ start: Int, for seconds: Int = 0) -> Bool {
    if gaps.isEmpty { return true }
    let time = WallClock(secondsSince1970: start)..<WallClock(secondsSince1970: start + max(seconds, 60))
    return !gaps.contains { $0.overlaps(time) }
  }

  /// Returns a day of a log with equal slots. A slot has the value measured when the clock showed its start. Slots that
  /// the clock skipped are empty, and slots that it showed twice have the later value.
  private func slots(
    of date: CalendarDate, _ values: KeyPath<SimulatedDay, [UInt8]>, every minutes: Int? = nil, stalls: Bool = false
  ) -> [UInt8] {
    let midnight = date.midnight.secondsSince1970
    var day = date
    var measurements = wearer.day(date)[keyPath: values]
    let count = measurements.count
    let length = WallClock.secondsPerDay / count
    var slots = [UInt8](repeating: 0, count: count)
    for stretch in clock.periods(showing: date, until: now) {
      let first = stretch.wall.lowerBound + stretch.secondsAhead - midnight
      for slot in (first + length - 1) / length..<count {
        if let minutes, !(slot * length).isMultiple(of: minutes * 60) { continue }
        let time = midnight + slot * length - stretch.secondsAhead
        guard time < stretch.wall.upperBound else { break }
        let wall = WallClock(secondsSince1970: time)
        guard measured(time), !stalls || wall >= stalledUntil ?? wall else { continue }
        if wall.date != day { (day, measurements) = (wall.date, wearer.day(wall.date)[keyPath: values]) }
        slots[slot] = measurements[wall.secondOfDay / length]
      }
    }
    return slots
  }

  /// An activity of the simulated person, in local seconds since 1970.
  private struct LoggedEvent<Event> {
    let event: Event
    let start: Int
    let end: Int
    /// The time at which the ring logs the activity, by its clock at that time.
    let counted: Int

    /// An activity of one hour, logged in the middle of the hour.
    init(_ event: Event, on date: CalendarDate, hour: Int) {
      self.init(event, on: date, from: hour * 60, to: hour * 60 + 60, counted: hour * 60 + 30)
    }

    /// An activity that is logged at its end by default. Times are in minutes after midnight.
    init(_ event: Event, on date: CalendarDate, from start: Int, to end: Int, counted: Int? = nil) {
      func seconds(_ minute: Int) -> Int { WallClock(date: date, minuteOfDay: minute).secondsSince1970 }
      self.event = event
      self.start = seconds(start)
      self.end = seconds(end)
      self.counted = seconds(counted ?? end)
    }
  }

  /// Returns the completed activities logged while the clock showed a date, with the clock's offset at that time. `did`
  /// returns the activities of a local date.
  private func loggedEvents<Event>(
    on date: CalendarDate, _ did: (SimulatedDay) -> [LoggedEvent<Event>]
  ) -> [(loggedEvent: LoggedEvent<Event>, secondsAhead: Int)] {
    clock.periods(showing: date, until: now).flatMap { stretch in
      func day(_ seconds: Int) -> Int { seconds.floorDivided(by: WallClock.secondsPerDay) }
      let days = day(stretch.wall.lowerBound)...day(stretch.wall.upperBound - 1)
      return days.flatMap { did(wearer.day(CalendarDate(daysSince1970: $0))) }.filter {
        stretch.wall.contains($0.counted) && $0.end <= now.secondsSince1970
          && measured($0.start, for: $0.end - $0.start)
      }.map { ($0, stretch.secondsAhead) }
    }
  }

  /// Returns the hourly activities of a date on the ring's clock.
  private func hours<Event>(
    of date: CalendarDate, _ did: (SimulatedDay) -> [LoggedEvent<Event>]
  ) -> [(hour: Int, event: Event)] {
    loggedEvents(on: date, did).map { loggedEvent, secondsAhead in
      (WallClock(secondsSince1970: loggedEvent.counted + secondsAhead).time.hour, loggedEvent.event)
    }
  }

  /// Calls `body` for the stored days that the clock has shown, oldest first.
  private func eachDay<Result>(_ body: (_ daysAgo: Int, _ date: CalendarDate) -> Result?) -> [Result] {
    let today = today
    return (0..<Self.days).reversed().compactMap { daysAgo in
      let date = today.adding(days: -daysAgo)
      return clock.periods(showing: date, until: now).isEmpty ? nil : body(daysAgo, date)
    }
  }

  private func date(_ daysAgo: Int) -> CalendarDate? {
    (0..<Self.days).contains(daysAgo) ? today.adding(days: -daysAgo) : nil
  }

  func activity(daysAgo: Int) -> ColmiRing.Activity? {
    guard let date = date(daysAgo) else { return nil }
    var rows: [Int: ColmiRing.Activity.Interval] = [:]
    for (hour, did) in hours(of: date, { day in day.hours.map { LoggedEvent($0, on: day.date, hour: $0.hour) } }) {
      let before = rows[hour]
      rows[hour] = .init(
        quarterHour: hour * 4, steps: did.steps + (before?.steps ?? 0),
        calories: (model.caloriesPerStep.map { $0 * did.steps } ?? did.calories) + (before?.calories ?? 0),
        meters: did.meters + (before?.meters ?? 0))
    }
    guard !rows.isEmpty else { return nil }
    return ColmiRing.Activity(date: date, intervals: rows.values.sorted { $0.quarterHour < $1.quarterHour })
  }

  func heartRateLog(timestamp: UInt32) -> ColmiRing.HeartRateLog? {
    let date = WallClock(secondsSince1970: Int(timestamp)).date
    guard self.date(today.daysSince1970 - date.daysSince1970) != nil else { return nil }
    let slots = slots(of: date, \.heartRate, every: model.heartRateInterval, stalls: true)
    guard slots.contains(where: { $0 > 0 }) else { return nil }
    return ColmiRing.HeartRateLog(timestamp: timestamp, intervalMinutes: 5, slots: slots)
  }

  func halfHourLog(_ quantity: ColmiRing.HalfHourLog.Quantity, daysAgo: Int) -> ColmiRing.HalfHourLog? {
    guard let date = date(daysAgo) else { return nil }
    let slots = slots(of: date, quantity == .stress ? \.stress : \.variability)
    guard slots.contains(where: { $0 > 0 }) else { return nil }
    return ColmiRing.HalfHourLog(quantity, daysAgo: daysAgo, slots: slots)
  }

  func oxygen() -> ColmiRing.SpO2Log {
    ColmiRing.SpO2Log(
      days: eachDay { daysAgo, date in
        // If the clock showed an hour twice, the later value is used.
        let ranges = Dictionary(
          hours(of: date) { day in
            day.oxygen.enumerated().map { LoggedEvent($0.element, on: day.date, hour: $0.offset) }
          }.map { ($0.hour, $0.event) }, uniquingKeysWith: { $1 })
        return .init(
          daysAgo: daysAgo,
          hours: ranges.sorted { $0.key < $1.key }.map {
            .init(hour: $0.key, minimum: Int($0.value.low), maximum: Int($0.value.high))
          })
      })
  }

  func sleep(_ kind: ColmiRing.SleepLog.Kind) -> ColmiRing.SleepLog {
    let nights = eachDay { daysAgo, date -> [ColmiRing.SleepLog.Night] in
      // A night is logged when it ends, with the clock at that time.
      loggedEvents(on: date) { day in
        (kind == .sleep ? day.night : day.nap).map { [LoggedEvent($0, on: day.date, from: $0.start, to: $0.end)] } ?? []
      }.map { sleep, secondsAhead in
        .init(
          daysAgo: daysAgo, start: WallClock(secondsSince1970: sleep.start + secondsAhead).time.minutes,
          end: WallClock(secondsSince1970: sleep.end + secondsAhead).time.minutes,
          stages: sleep.event.stages.compactMap { stretch in
            stretch.stage.map { .init($0, minutes: stretch.minutes) }
          })
      }
    }
    return ColmiRing.SleepLog(kind, nights: nights.flatMap { $0 })
  }

  /// Returns the sleep of a day in quarter hours: the deepest stage of each, with the times of begin and end.
  func sleepQuarters(daysAgo: Int) -> ColmiRing.SleepQuarters? {
    guard let date = date(daysAgo) else { return nil }
    let midnight = date.daysSince1970 * 1440
    var quarters: [Int: ColmiRing.SleepQuarters.Quarter] = [:]
    // A night that ended the next day began on this one.
    for night in [sleep(.sleep), sleep(.naps)].flatMap({ log in log.nights.map { (log.kind, $0) } }) {
      let end = today.adding(days: -night.1.daysAgo).daysSince1970 * 1440 + night.1.end - midnight
      let start = end - night.1.minutes
      let isNap = night.0 == .naps
      guard start < 1440, end > 0 else { continue }
      for index in max(start / 15, 0)...min((end - 1) / 15, 95) {
        let first = max(index * 15, start)
        let last = min(index * 15 + 15, end)
        let kind: ColmiRing.SleepQuarters.Kind =
          first > index * 15 || index * 15 == start
          ? isNap ? .napBegins : .nightBegins
          : last < index * 15 + 15 || index * 15 + 15 == end ? isNap ? .napEnds : .nightEnds : .sleep
        quarters[index] = .init(
          index, kind, minutes: last - first, quality: Self.quality(of: night.1, at: (first + last) / 2 - start))
      }
    }
    return quarters.isEmpty ? nil : ColmiRing.SleepQuarters(date: date, quarters: Array(quarters.values))
  }

  private static func quality(of night: ColmiRing.SleepLog.Night, at minute: Int) -> Int {
    var left = minute
    let stage = night.stages.first { stretch in
      left -= stretch.minutes
      return left < 0
    }?.stage
    return switch stage {
    case .deep: 30
    case .awake: 128
    case .light, .rem, nil: 70
    }
  }

  func temperature(days: Int) -> ColmiRing.TemperatureLog {
    ColmiRing.TemperatureLog(
      days: eachDay { daysAgo, date in
        daysAgo > days ? nil : .init(daysAgo: daysAgo, slots: slots(of: date, \.temperature, stalls: true))
      })
  }

  func manualReading() -> ColmiRing.ManualHeartRate {
    let samples = eachDay { daysAgo, date in
      loggedEvents(on: date) { day in
        day.manualReading.map { [LoggedEvent($0.bpm, on: day.date, from: $0.minute, to: $0.minute)] } ?? []
      }.map { reading, secondsAhead in
        ColmiRing.ManualHeartRate.Sample(
          daysAgo: daysAgo, time: WallClock(secondsSince1970: reading.end + secondsAhead).time,
          bpm: Int(reading.event))
      }
    }
    return ColmiRing.ManualHeartRate(samples: samples.flatMap { $0 })
  }

  func totals() -> ColmiRing.TodayTotals {
    let activity = activity(daysAgo: 0)
    return ColmiRing.TodayTotals(
      steps: activity?.steps ?? 0, runningSteps: 0, calories: activity?.calories ?? 0, meters: activity?.meters ?? 0,
      activeMinutes: (activity?.steps ?? 0) / 90)
  }

  /// Returns the day's totals in the older format, which contains the date; all zero if the day is not stored.
  func dayTotals(daysAgo: Int) -> ColmiRing.DayTotals {
    let activity = activity(daysAgo: daysAgo)
    return ColmiRing.DayTotals(
      daysAgo: daysAgo, date: today.adding(days: -daysAgo), steps: activity?.steps ?? 0, runningSteps: 0,
      calories: activity?.calories ?? 0, meters: activity?.meters ?? 0, activeMinutes: (activity?.steps ?? 0) / 90,
      sleepMinutes: 0)
  }
}
