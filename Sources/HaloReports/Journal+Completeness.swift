extension Journal {
  /// The days whose night was only partly worn. They are excluded from averages, because there may have been more
  /// sleep.
  public func partialNights(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> Set<CalendarDate> {
    Set(
      try derivedPoints(.nightAccount, of: wearer, from: first, to: last)
        .filter { NightOutcome(code: Int($0.value)) == .wornInPart }.map(\.date))
  }

  /// Returns why a day has no value of a metric; `nil` if it has one.
  ///
  /// A metric is not supported if no device lists its setting. Devices report their settings at each sync.
  public func gapReason(
    of metric: Metric, wearer: String, on date: CalendarDate, now: Moment
  ) throws -> GapReason? {
    try deviceChoice(of: metric, wearer: wearer, on: date) == nil
      ? DayGap(self, wearer, on: date, now: now).reason(of: metric) : nil
  }
}

/// Why a day lacks values of metrics: one reason for all metrics, or the settings of the devices.
struct DayGap {
  private let commonReason: GapReason?
  /// The automatic measurements that each device reported, the newest last.
  private var settings: [[AutomaticMeasurement]] = []

  init(_ journal: Journal, _ wearer: String, on date: CalendarDate, now: Moment) throws {
    guard let day = try journal.coverage(of: wearer, from: date, to: date, now: now)[date] else {
      let known = try journal.knownDays(of: wearer)
      guard let known, date >= known.lowerBound, try journal.isSynced(wearer) else {
        commonReason = .unknown
        return
      }
      commonReason =
        date >= now.wallClock.date.adding(days: 1 - DayCoverage.retentionDays) ? .notSyncedYet : .notSyncedInTime
      return
    }
    let reason = day.gaps.first?.reason ?? day.reason
    commonReason =
      try reason != nil && journal.wornHours(of: wearer, in: day.end - .days(1)..<day.end).isEmpty ? reason : nil
    settings = try journal.allDevices().filter { $0.wearer == wearer }.compactMap { device in
      let history = try journal.settingsHistory(of: device).compactMap { time, name, value in
        AutomaticMeasurement(storedName: name, value: value).map { (time: time, setting: $0) }
      }
      // The first reported settings are assumed for the time before as well.
      let then = history.filter { $0.time < day.end || $0.time == history[0].time }
      return then.isEmpty ? nil : then.map(\.setting)
    }
  }

  func reason(of metric: Metric) -> GapReason {
    if let commonReason { return commonReason }
    // A device has one setting for all metrics of a chart.
    let quantity = Metric.known.first { $0.charted.contains(metric) } ?? metric
    guard !metric.isCount, !settings.isEmpty else { return .unknown }
    let latest = settings.compactMap { $0.last { $0.quantity == quantity } }
    return latest.isEmpty ? .notSupported : latest.contains(where: \.isEnabled) ? .unknown : .measuringOff
  }
}
