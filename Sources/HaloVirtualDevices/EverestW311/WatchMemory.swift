import HaloEverestW311

/// The histories of a virtual watch at a moment.
struct WatchMemory: Sendable {
  let wearer: SimulatedDays
  let layout: EverestW311.DayHistory.Layout
  /// The number of days that a watch stores, including today.
  static let days = 7

  /// Returns true if the watch still stores a day.
  func remembers(_ date: CalendarDate, at now: WallClock) -> Bool {
    (0..<Self.days).contains(now.date.daysSince1970 - date.daysSince1970)
  }

  /// Returns a day's totals. `walked` are steps in addition to those of the simulated day.
  func totals(of date: CalendarDate, at now: WallClock, walked: Int = 0) -> EverestW311.StepTotals {
    let hours = wearer.day(date).hours.filter { WallClock(date: date, minuteOfDay: $0.hour * 60 + 60) <= now }
    let steps = hours.reduce(0) { $0 + $1.steps } + walked
    return EverestW311.StepTotals(
      date: date, steps: steps, kilocalories: hours.reduce(walked * 35) { $0 + $1.calories } / 1000,
      meters: hours.reduce(walked * 72 / 100) { $0 + $1.meters }, activeMinutes: steps / 90)
  }

  /// Returns the use of today's minutes.
  func details(of date: CalendarDate, at now: WallClock, batteryPercent: Int) -> EverestW311.DayDetails {
    let walking = totals(of: date, at: now).steps / 100
    return EverestW311.DayDetails(
      sleepMinutes: sleepMinutes(of: date, at: now), restMinutes: max(0, now.secondOfDay / 60 - walking),
      walkMinutes: [walking, walking / 4, walking - walking / 4, 0], runMinutes: [], batteryPercent: batteryPercent)
  }

  func history(of date: CalendarDate, at now: WallClock) -> EverestW311.DayHistory {
    var minutes = [EverestW311.DayHistory.Cell?](repeating: .steps(0), count: 1440)
    let day = wearer.day(date)
    // The next night may begin this evening.
    for (sleep, offset) in [(day.night, 0), (day.nap, 0), (wearer.day(date.adding(days: 1)).night, 1440)] {
      guard let sleep else { continue }
      var start = sleep.start + offset
      for stretch in sleep.stages {
        // Skip minutes of the day before or after.
        for minute in start..<start + stretch.minutes where minutes.indices.contains(minute) {
          minutes[minute] = .sleep(.init(stretch.stage))
        }
        start += stretch.minutes
      }
    }
    // Steps are distributed over the minutes awake as evenly as whole steps allow.
    for hour in day.hours {
      let awake = (hour.hour * 60..<hour.hour * 60 + 60).filter { minutes[$0] == .steps(0) }
      for (index, minute) in awake.enumerated() {
        minutes[minute] = .steps(hour.steps * (index + 1) / awake.count - hour.steps * index / awake.count)
      }
    }
    let minuteCount = date == now.date ? now.secondOfDay / 60 : 1440
    let cells = minutes.prefix(minuteCount)
    return EverestW311.DayHistory(
      totals: totals(of: date, at: now), layout: layout, sleepMinutes: sleepMinutes(of: date, at: now),
      cells: layout == .minutes ? [EverestW311.DayHistory.Cell?](cells) : Self.fiveMinutes(Array(cells)))
  }

  func heartRates(of date: CalendarDate, at now: WallClock) -> EverestW311.HeartRateHistory {
    let rates = wearer.day(date).heartRate.enumerated().prefix {
      WallClock(date: date, minuteOfDay: $0.offset * 5) <= now
    }
    return EverestW311.HeartRateHistory(date: date, rates: rates.map(\.element))
  }

  private func sleepMinutes(of date: CalendarDate, at now: WallClock) -> Int {
    let night = wearer.day(date).night
    return WallClock(date: date, minuteOfDay: night.end) <= now ? night.end - night.start : 0
  }

  /// Returns steps in sums of five minutes; a cell is sleep if its first minute is.
  private static func fiveMinutes(_ cells: [EverestW311.DayHistory.Cell?]) -> [EverestW311.DayHistory.Cell?] {
    stride(from: 0, to: cells.count / 5 * 5, by: 5).map { start in
      let five = cells[start..<start + 5]
      if case .sleep(let sleep)? = five.first ?? nil { return .sleep(sleep) }
      return .steps(
        five.reduce(0) { sum, cell in
          if case .steps(let steps)? = cell { sum + steps } else { sum }
        })
    }
  }
}

extension EverestW311.DayHistory.Sleep {
  /// The watch's value for a stage; it has no REM sleep.
  fileprivate init(_ stage: SleepStage?) {
    switch stage {
    case .deep: self = .deep
    case .light: self = .light
    case .awake: self = .awake
    case .rem, nil: self = .veryLight
    }
  }
}
