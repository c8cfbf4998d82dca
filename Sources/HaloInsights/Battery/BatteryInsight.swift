/// A device's battery life by its readings: the rate of use, the days left, and the cost of each habit.
///
/// Everything except the readings is an estimate, with the number of readings and the time that it is based on.
/// `docs/battery.md` has the formulas.
public struct BatteryInsight: Sendable, Hashable {
  /// The newest reading, smoothed by ``BatteryReading/steady(_:)``.
  public let latest: BatteryReading?
  /// The rate of use.
  public let trend: Result<BatteryTrend, BatteryGap>
  public let daysLeft: Result<BatteryDaysLeft, BatteryGap>
  /// The cost of each habit.
  public let costs: [BatteryCost]
  /// The base consumption in percentage points per day, including habits that never varied; `nil` if costs are not
  /// available.
  public let rest: BatteryEstimate?
  /// The number of readings that the costs are based on.
  public let costReadingCount: Int
  /// The days between those readings on which the device ran on its battery.
  public let costDays: Double
  /// The number of charges between the readings.
  public let chargeCount: Int

  /// The largest age of the last reading for an estimate of the days left, in hours.
  public static let longestAge = 48.0
  /// The minimum number of readings for an estimate.
  public static let fewestReadings = 4
  /// The minimum time for an estimate, in hours.
  public static let shortestTime = 24.0
  /// The minimum drop for an estimate, in percentage points, because readings are in whole percent.
  public static let smallestDrop = 4.0
  /// The largest number of days that a trend covers.
  static let trendDays = 14.0

  /// Estimates from readings, in the order of arrival, with the habits of that time.
  public init(_ readings: [BatteryReading], habits: BatteryHabits, now: Moment) {
    // A clock that was wrong for a while gives times in the future.
    let limit = now + .minutes(1)
    let readings = readings.filter { $0.time <= limit && (0...100).contains($0.percent) }
    latest = BatteryReading.steady(readings.sorted { $0.time < $1.time })
    let discharges = Discharge.all(in: readings)
    chargeCount = Self.charges(in: readings, discharges)
    trend = Self.trend(readings, discharges, habits, now)
    daysLeft = Self.daysLeft(latest, trend, now)
    let costs = BatteryCosts(discharges, habits, now: now)
    self.costs = costs.costs
    rest = costs.rest
    costReadingCount = costs.readingCount
    costDays = costs.days
  }

  private static func charges(in readings: [BatteryReading], _ discharges: [Discharge]) -> Int {
    zip(discharges, discharges.dropFirst()).count { last, next in
      let before = last.readings[last.readings.count - 1]
      let after = next.readings[0]
      return after.time > before.time && after.percent > before.percent + Discharge.largestRise
    }
  }

  // MARK: Trend

  private static func trend(
    _ readings: [BatteryReading], _ discharges: [Discharge], _ habits: BatteryHabits, _ now: Moment
  ) -> Result<BatteryTrend, BatteryGap> {
    guard !readings.isEmpty else { return .failure(.noReadings) }
    let begin = now.day - trendDays
    let recent = discharges.compactMap { $0.since(begin) }
    guard let change = habits.lastChange, change.day > begin else {
      return trend(recent, isOfPresentSettings: true)
    }
    let present = trend(recent.compactMap { $0.since(change.day) }, isOfPresentSettings: true)
    if case .success = present { return present }
    return trend(recent, isOfPresentSettings: false)
  }

  private static func trend(
    _ discharges: [Discharge], isOfPresentSettings: Bool
  ) -> Result<BatteryTrend, BatteryGap> {
    // A single reading does not belong to a discharge yet.
    let count = max(discharges.reduce(0) { $0 + $1.readings.count }, 1)
    let days = discharges.reduce(0) { $0 + $1.days }
    let drop = discharges.reduce(0) { $0 + $1.drop }
    if let gap = gap(count, days: days, drop: drop) { return .failure(gap) }
    let rows = discharges.map { $0.rows(daysOfBlock: 1) { [$1 - $0] } }
    guard let regression = DischargeRegression(rows), let first = discharges.first?.readings.first,
      let last = discharges.last?.readings.last
    else { return .failure(.fewReadings(count: count, needed: fewestReadings)) }
    let rate = regression.costs[0]
    let error = regression.errors[0] * regression.intervalFactor
    let perDay = BatteryEstimate(value: rate, low: max(rate - error, 0), high: rate + error)
    guard rate > 0, error < rate else { return .failure(.unclear(perDay)) }
    return .success(
      BatteryTrend(
        perDay: perDay, readingCount: count, days: days, from: first.time, to: last.time,
        isOfPresentSettings: isOfPresentSettings, dailyDeviation: regression.dayVariance.squareRoot()))
  }

  /// Returns why readings on battery are too few for an estimate; `nil` if they suffice.
  static func gap(_ count: Int, days: Double, drop: Double) -> BatteryGap? {
    if count < fewestReadings { return .fewReadings(count: count, needed: fewestReadings) }
    if days * 24 < shortestTime { return .shortTime(hours: days * 24, needed: shortestTime) }
    return drop < smallestDrop ? .smallDrop(percent: drop, needed: smallestDrop) : nil
  }

  // MARK: Days left

  private static func daysLeft(
    _ latest: BatteryReading?, _ trend: Result<BatteryTrend, BatteryGap>, _ now: Moment
  ) -> Result<BatteryDaysLeft, BatteryGap> {
    guard let latest else { return .failure(.noReadings) }
    if latest.isCharging == true { return .failure(.charging) }
    let age = max(now.day - latest.day, 0)
    guard age * 24 <= longestAge else { return .failure(.old(hours: age * 24)) }
    return trend.map { trend in
      let rate = trend.perDay
      let likely = latest.percent / rate.value
      // Future days vary too, and the last reading is rounded.
      let wandering = 2 * trend.dailyDeviation * likely.squareRoot() / rate.value
      func end(_ end: Double) -> Double {
        let deviation = ((end - likely) * (end - likely) + wandering * wandering).squareRoot()
        return max(likely + (end < likely ? -deviation : deviation) - age, 0)
      }
      let low = end(max(latest.percent - 0.5, 0) / rate.high)
      return BatteryDaysLeft(low: low, high: rate.low > 0 ? end((latest.percent + 0.5) / rate.low) : nil)
    }
  }

  // MARK: Changes

  /// The effect of other habits on the duration of a full charge, if it can be estimated: another interval of the heart
  /// rate, turning off a setting that is on, and one more hour per day of a connection or live measurement.
  public var changes: [BatteryChange] {
    guard case .success(let trend) = trend else { return [] }
    let rate = trend.perDay.value
    return costs.compactMap { cost in
      guard case .success(let estimate) = cost.cost, let from = cost.amount else { return nil }
      let to = Self.alternative(cost.habit, from)
      // A full charge lasts 100 / rate days. No single habit can be the whole consumption.
      func days(_ cost: Double) -> Double { 100 / max(rate + cost * (to - from), rate / 5) - 100 / rate }
      let ends = [days(estimate.low), days(estimate.high)]
      return BatteryChange(
        habit: cost.habit, from: from, to: to,
        days: BatteryEstimate(value: days(estimate.value), low: ends.min() ?? 0, high: ends.max() ?? 0))
    }
  }

  private static func alternative(_ habit: BatteryHabit, _ amount: Double) -> Double {
    switch habit {
    case .heartRate:
      amount > BatteryHabit.amount(everyMinutes: 30)
        ? BatteryHabit.amount(everyMinutes: 30) : BatteryHabit.amount(everyMinutes: 5)
    case .link, .live: amount + 1
    default: amount > 0 ? 0 : 1
    }
  }
}

extension Discharge {
  /// The part of a discharge from a day on; `nil` if it has less than two readings.
  func since(_ day: Double) -> Discharge? {
    let kept = readings.filter { $0.day >= day }
    return kept.count < 2 ? nil : Discharge(readings: kept)
  }

  /// The drops between consecutive readings. `amounts` returns the amounts of each habit between two days.
  func rows(daysOfBlock: Double, _ amounts: (Double, Double) -> [Double]) -> [DischargeRegression.Row] {
    let readings = thinned
    return zip(readings, readings.dropFirst()).map { last, next in
      DischargeRegression.Row(
        drop: last.percent - next.percent, days: next.day - last.day,
        block: Int((last.day / daysOfBlock).rounded(.down)), amounts: amounts(last.day, next.day))
    }
  }
}
