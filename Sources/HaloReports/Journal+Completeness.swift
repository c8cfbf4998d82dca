public import HaloHealth
public import HaloInsights
public import HaloJournal
import HaloWearables

extension Journal {
  /// The mean of a computed value over some days of a wearer beside that of as many days before. Steps, distance and active minutes of days that
  /// are known in part, and the time asleep in nights that were worn in part, are left out.
  public func comparison(
    of metric: DerivedMetric, wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> PeriodComparison {
    let start = PeriodComparison.start(from: first, to: last)
    let points = try derivedPoints(metric, of: wearer, from: start, to: last)
    let partial: Set<CalendarDate>
    switch metric {
    case .timeAsleep, .ownTimeAsleep: partial = try nightsInPart(of: wearer, from: start, to: last)
    case .dailySteps, .dailyDistance, .activeMinutes: partial = try daysInPart(of: wearer, from: start, to: last)
    default: partial = []
    }
    let counted = points.alike.filter { !partial.contains($0.date) }
    return PeriodComparison(from: first, to: last, counted.map { ($0.date, $0.value) })
  }

  /// The days whose night was worn in part: there may have been more sleep, so that they do not count in averages.
  public func nightsInPart(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> Set<CalendarDate> {
    Set(
      try derivedPoints(.nightAccount, of: wearer, from: first, to: last)
        .filter { NightAccount(code: Int($0.value)) == .wornInPart }.map(\.date))
  }

  /// Why a day of a wearer has no value of a metric; `nil` if it has one.
  ///
  /// Settings are those that devices report at each sync: a quantity that none of them knows is not supported.
  public func gapReason(
    of metric: Metric, wearer: String, on date: CalendarDate, now: Moment
  ) throws -> GapReason? {
    guard try deviceChoice(of: metric, wearer: wearer, on: date) == nil else { return nil }
    guard let day = try coverage(of: wearer, from: date, to: date, now: now)[date] else {
      let known = try knownDays(of: wearer)
      guard let known, date >= known.lowerBound, try isSynced(wearer) else { return .unknown }
      return date >= now.wallClock.date.adding(days: 1 - DayCoverage.daysKept) ? .notSyncedYet : .notSyncedInTime
    }
    let begin = Moment(milliseconds: day.end.milliseconds - 86_400_000, secondsFromGMT: day.end.secondsFromGMT)
    let measured = try wornHours(of: wearer, in: begin..<day.end)
    if measured.isEmpty, let gap = day.gaps.first { return gap.reason }
    if measured.isEmpty, let reason = day.reason { return reason }
    guard let quantity = metric.quantity else { return .unknown }
    let settings = try allDevices().filter { $0.wearer == wearer }.compactMap { device -> [AutomaticMeasurement]? in
      let history = try settingsHistory(of: device).compactMap { time, name, value in
        AutomaticMeasurement(quantity: name, words: value).map { (time: time, setting: $0) }
      }
      // What was reported first held before as well, as far as is known.
      let then = history.filter { $0.time < day.end || $0.time == history[0].time }
      return then.isEmpty ? nil : then.map(\.setting)
    }
    guard !settings.isEmpty else { return .unknown }
    let latest = settings.compactMap { $0.last { $0.quantity == quantity } }
    return latest.isEmpty ? .notSupported : latest.contains(where: \.isEnabled) ? .unknown : .measuringOff
  }
}

extension Metric {
  /// The setting by which devices measure it by themselves.
  fileprivate var quantity: AutomaticMeasurement.Quantity? {
    switch self {
    case .heartRate: .heartRate
    case .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum: .oxygenSaturation
    case .stress: .stress
    case .heartRateVariability: .heartRateVariability
    case .skinTemperature: .skinTemperature
    default: nil
    }
  }
}
