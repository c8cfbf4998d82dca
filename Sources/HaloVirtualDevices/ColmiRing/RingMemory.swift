import HaloColmiRing
import HaloHealth
import HaloWearables

/// What a virtual ring holds of its wearer's days at a moment: the days as the ring's own logs.
struct RingMemory: Sendable {
  let wearer: WearerDays
  let model: VirtualRingModel
  /// When its cell was empty.
  var empties: [Range<WallClock>] = []
  /// How many days a ring remembers, today included.
  static let days = 7

  /// Whether it measured at a minute of a day, and had done so for some minutes by then.
  private func measured(_ date: CalendarDate, _ minute: Int, for minutes: Int = 0) -> Bool {
    let time = WallClock(date: date, minuteOfDay: minute)..<WallClock(date: date, minuteOfDay: minute + max(minutes, 1))
    return !empties.contains { $0.overlaps(time) }
  }

  func activity(of date: CalendarDate, at now: WallClock) -> ColmiRing.Activity? {
    let rows = wearer.day(date).hours.filter {
      WallClock(date: date, minuteOfDay: $0.hour * 60 + 60) <= now && measured(date, $0.hour * 60, for: 60)
    }
    guard !rows.isEmpty else { return nil }
    return ColmiRing.Activity(
      date: date,
      intervals: rows.map {
        .init(quarterHour: $0.hour * 4, steps: $0.steps, calories: $0.calories, meters: $0.meters)
      })
  }

  func heartRateLog(of date: CalendarDate, timestamp: UInt32, at now: WallClock) -> ColmiRing.HeartRateLog? {
    let slots = wearer.day(date).heartRate.enumerated().map { slot, bpm in
      slot * 5 % model.heartRateInterval == 0 && WallClock(date: date, minuteOfDay: slot * 5) <= now
        && measured(date, slot * 5) ? bpm : 0
    }
    guard slots.contains(where: { $0 > 0 }) else { return nil }
    return ColmiRing.HeartRateLog(timestamp: timestamp, intervalMinutes: 5, slots: slots)
  }

  func halfHourLog(
    _ quantity: ColmiRing.HalfHourLog.Quantity, daysAgo: Int, at now: WallClock
  ) -> ColmiRing.HalfHourLog? {
    let day = wearer.day(now.date.adding(days: -daysAgo))
    let slots = past(quantity == .stress ? day.stress : day.variability, of: day.date, at: now)
    guard slots.contains(where: { $0 > 0 }) else { return nil }
    return ColmiRing.HalfHourLog(quantity, daysAgo: daysAgo, slots: slots)
  }

  func oxygen(at now: WallClock) -> ColmiRing.SpO2Log {
    ColmiRing.SpO2Log(
      days: (0..<Self.days).map { daysAgo in
        let day = wearer.day(now.date.adding(days: -daysAgo))
        let hours = day.oxygen.enumerated().filter {
          WallClock(date: day.date, minuteOfDay: $0.offset * 60 + 60) <= now
            && measured(day.date, $0.offset * 60, for: 60)
        }
        return .init(
          daysAgo: daysAgo,
          hours: hours.map { .init(hour: $0.offset, minimum: Int($0.element.low), maximum: Int($0.element.high)) })
      })
  }

  func sleep(_ kind: ColmiRing.SleepLog.Kind, at now: WallClock) -> ColmiRing.SleepLog {
    let nights = (0..<Self.days).reversed().compactMap { daysAgo -> ColmiRing.SleepLog.Night? in
      let day = wearer.day(now.date.adding(days: -daysAgo))
      guard let sleep = kind == .sleep ? day.night : day.nap,
        WallClock(date: day.date, minuteOfDay: sleep.end) <= now,
        measured(day.date, sleep.start, for: sleep.end - sleep.start)
      else { return nil }
      return .init(
        daysAgo: daysAgo, start: (sleep.start + 1440) % 1440, end: sleep.end,
        stages: sleep.stages.compactMap { stretch in stretch.stage.map { .init($0, minutes: stretch.minutes) } })
    }
    return ColmiRing.SleepLog(kind, nights: nights)
  }

  func temperature(days: Int, at now: WallClock) -> ColmiRing.TemperatureLog {
    ColmiRing.TemperatureLog(
      days: (0..<min(days + 1, Self.days)).reversed().map { daysAgo in
        let day = wearer.day(now.date.adding(days: -daysAgo))
        return .init(daysAgo: daysAgo, slots: past(day.temperature, of: day.date, at: now))
      })
  }

  func byHand(at now: WallClock) -> ColmiRing.ManualHeartRate {
    ColmiRing.ManualHeartRate(
      samples: (0..<Self.days).reversed().compactMap { daysAgo in
        let day = wearer.day(now.date.adding(days: -daysAgo))
        guard let reading = day.byHand, WallClock(date: day.date, minuteOfDay: reading.minute) <= now,
          measured(day.date, reading.minute)
        else {
          return nil
        }
        return .init(daysAgo: daysAgo, time: TimeOfDay(minutes: reading.minute), bpm: Int(reading.bpm))
      })
  }

  func totals(at now: WallClock) -> ColmiRing.TodayTotals {
    let activity = activity(of: now.date, at: now)
    return ColmiRing.TodayTotals(
      steps: activity?.steps ?? 0, runningSteps: 0, calories: activity?.calories ?? 0, meters: activity?.meters ?? 0,
      activeMinutes: (activity?.steps ?? 0) / 90)
  }

  /// The day's totals in the older form, which names the date; all zero where the ring does not find the day.
  func dayTotals(daysAgo: Int, isKnown: Bool, at now: WallClock) -> ColmiRing.DayTotals {
    let date = now.date.adding(days: -daysAgo)
    let activity = isKnown ? activity(of: date, at: now) : nil
    return ColmiRing.DayTotals(
      daysAgo: daysAgo, date: date, steps: activity?.steps ?? 0, runningSteps: 0, calories: activity?.calories ?? 0,
      meters: activity?.meters ?? 0, activeMinutes: (activity?.steps ?? 0) / 90, sleepMinutes: 0)
  }

  /// Half hours that have begun; the others are empty.
  private func past(_ slots: [UInt8], of date: CalendarDate, at now: WallClock) -> [UInt8] {
    slots.enumerated().map {
      WallClock(date: date, minuteOfDay: $0.offset * 30) <= now && measured(date, $0.offset * 30) ? $0.element : 0
    }
  }
}
