import HaloColmiRing
import HaloHealth
import HaloWearables

/// What a virtual ring has in its logs at a moment: what its wearer did, at the times that the ring's clock showed meanwhile.
struct RingMemory: Sendable {
  let wearer: WearerDays
  let model: VirtualRingModel
  let clock: RingClock
  /// When it measured nothing, by the wall clock at home.
  let gaps: [Range<WallClock>]
  /// Until when its logger of heart rates and temperatures stalled, by the wall clock at home; `nil` if it did not.
  let stalledUntil: WallClock?
  /// The time on the wall clock at home.
  let now: WallClock
  /// How many days a ring remembers, today included.
  static let days = 7

  /// The date on the ring's clock.
  private var today: CalendarDate { clock.time(at: now).date }

  /// Whether it measured all the time for some seconds from a time on the wall clock on.
  private func measured(_ start: Int, for seconds: Int = 0) -> Bool {
    if gaps.isEmpty { return true }
    let time = WallClock(secondsSince1970: start)..<WallClock(secondsSince1970: start + max(seconds, 60))
    return !gaps.contains { $0.overlaps(time) }
  }

  /// A day of a log of equal slots: what was measured when the clock showed a slot's beginning. Slots that the clock skipped are empty, and
  /// those that it showed twice hold the later value.
  private func slots(
    of date: CalendarDate, _ values: KeyPath<WearerDay, [UInt8]>, every minutes: Int? = nil, stalls: Bool = false
  ) -> [UInt8] {
    let midnight = date.midnight.secondsSince1970
    var (day, measurements) = (date, wearer.day(date)[keyPath: values])
    let count = measurements.count
    let length = WallClock.secondsPerDay / count
    var slots = [UInt8](repeating: 0, count: count)
    for stretch in clock.stretches(showing: date, until: now) {
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

  /// Something that the wearer did, in seconds since 1970 on the wall clock.
  private struct Happening<Event> {
    let event: Event
    let start: Int
    let end: Int
    /// When the ring counts it, by its clock as it is then.
    let counted: Int

    /// What belongs to an hour of a day counts in its middle.
    init(_ event: Event, on date: CalendarDate, hour: Int) {
      self.init(event, on: date, from: hour * 60, to: hour * 60 + 60, counted: hour * 60 + 30)
    }

    /// What counts at its end, in minutes after a day's midnight.
    init(_ event: Event, on date: CalendarDate, from start: Int, to end: Int, counted: Int? = nil) {
      func seconds(_ minute: Int) -> Int { WallClock(date: date, minuteOfDay: minute).secondsSince1970 }
      self.event = event
      (self.start, self.end, self.counted) = (seconds(start), seconds(end), seconds(counted ?? end))
    }
  }

  /// What counted while the clock showed a date and is complete, with the seconds that the clock was ahead of the wall clock then. `did` returns
  /// what the wearer did on a date on the wall clock.
  private func happenings<Event>(
    on date: CalendarDate, _ did: (WearerDay) -> [Happening<Event>]
  ) -> [(happening: Happening<Event>, secondsAhead: Int)] {
    clock.stretches(showing: date, until: now).flatMap { stretch in
      func day(_ seconds: Int) -> Int { seconds.floorDivided(by: WallClock.secondsPerDay) }
      let days = day(stretch.wall.lowerBound)...day(stretch.wall.upperBound - 1)
      return days.flatMap { did(wearer.day(CalendarDate(daysSince1970: $0))) }.filter {
        stretch.wall.contains($0.counted) && $0.end <= now.secondsSince1970
          && measured($0.start, for: $0.end - $0.start)
      }.map { ($0, stretch.secondsAhead) }
    }
  }

  /// What belongs to an hour of a date on the ring's clock.
  private func hours<Event>(
    of date: CalendarDate, _ did: (WearerDay) -> [Happening<Event>]
  ) -> [(hour: Int, event: Event)] {
    happenings(on: date, did).map { happening, secondsAhead in
      (WallClock(secondsSince1970: happening.counted + secondsAhead).time.hour, happening.event)
    }
  }

  /// The days that it remembers and in which its clock was, oldest first.
  private func eachDay<Result>(_ body: (_ daysAgo: Int, _ date: CalendarDate) -> Result?) -> [Result] {
    let today = today
    return (0..<Self.days).reversed().compactMap { daysAgo in
      let date = today.adding(days: -daysAgo)
      return clock.stretches(showing: date, until: now).isEmpty ? nil : body(daysAgo, date)
    }
  }

  private func remembers(_ daysAgo: Int) -> Bool { (0..<Self.days).contains(daysAgo) }

  func activity(daysAgo: Int) -> ColmiRing.Activity? {
    guard remembers(daysAgo) else { return nil }
    let date = today.adding(days: -daysAgo)
    var rows: [Int: ColmiRing.Activity.Interval] = [:]
    for (hour, did) in hours(of: date, { day in day.hours.map { Happening($0, on: day.date, hour: $0.hour) } }) {
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
    guard remembers(today.daysSince1970 - date.daysSince1970) else { return nil }
    let slots = slots(of: date, \.heartRate, every: model.heartRateInterval, stalls: true)
    guard slots.contains(where: { $0 > 0 }) else { return nil }
    return ColmiRing.HeartRateLog(timestamp: timestamp, intervalMinutes: 5, slots: slots)
  }

  func halfHourLog(_ quantity: ColmiRing.HalfHourLog.Quantity, daysAgo: Int) -> ColmiRing.HalfHourLog? {
    guard remembers(daysAgo) else { return nil }
    let slots = slots(of: today.adding(days: -daysAgo), quantity == .stress ? \.stress : \.variability)
    guard slots.contains(where: { $0 > 0 }) else { return nil }
    return ColmiRing.HalfHourLog(quantity, daysAgo: daysAgo, slots: slots)
  }

  func oxygen() -> ColmiRing.SpO2Log {
    ColmiRing.SpO2Log(
      days: eachDay { daysAgo, date in
        // Of an hour that the clock showed twice, the later.
        let ranges = Dictionary(
          hours(of: date) { day in
            day.oxygen.enumerated().map { Happening($0.element, on: day.date, hour: $0.offset) }
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
      // A night is written when it ends, with the clock as it is then.
      happenings(on: date) { day in
        (kind == .sleep ? day.night : day.nap).map { [Happening($0, on: day.date, from: $0.start, to: $0.end)] } ?? []
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

  func temperature(days: Int) -> ColmiRing.TemperatureLog {
    ColmiRing.TemperatureLog(
      days: eachDay { daysAgo, date in
        daysAgo > days ? nil : .init(daysAgo: daysAgo, slots: slots(of: date, \.temperature, stalls: true))
      })
  }

  func byHand() -> ColmiRing.ManualHeartRate {
    let samples = eachDay { daysAgo, date in
      happenings(on: date) { day in
        day.byHand.map { [Happening($0.bpm, on: day.date, from: $0.minute, to: $0.minute)] } ?? []
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

  /// The day's totals in the older form, which names the date; all zero if the ring does not remember the day.
  func dayTotals(daysAgo: Int) -> ColmiRing.DayTotals {
    let activity = activity(daysAgo: daysAgo)
    return ColmiRing.DayTotals(
      daysAgo: daysAgo, date: today.adding(days: -daysAgo), steps: activity?.steps ?? 0, runningSteps: 0,
      calories: activity?.calories ?? 0, meters: activity?.meters ?? 0, activeMinutes: (activity?.steps ?? 0) / 90,
      sleepMinutes: 0)
  }
}
