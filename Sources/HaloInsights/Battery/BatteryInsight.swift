public import HaloHealth

/// What a device's battery readings say about its use: how fast it goes down, how long it lasts, and what each habit costs.
///
/// Everything but the readings is an estimate, and says from how many readings over what time. `docs/battery.md` has the formulae.
public struct BatteryInsight: Sendable, Hashable {
  /// The newest reading, as ``BatteryReading/steady(_:)`` shows it.
  public let latest: BatteryReading?
  /// How fast the charge goes down.
  public let trend: Result<BatteryTrend, BatteryGap>
  /// How long it will last.
  public let daysLeft: Result<BatteryDaysLeft, BatteryGap>
  /// What each habit costs.
  public let costs: [BatteryCost]
  /// What is used anyway, in percentage points a day, with what never varied; `nil` where costs cannot be told.
  public let rest: BatteryEstimate?
  /// From how many readings costs were worked out.
  public let costReadingCount: Int
  /// The days between those readings on which the device ran on its battery.
  public let costDays: Double
  /// How often it was charged between the readings.
  public let chargeCount: Int

  private let habits: BatteryHabits

  /// The age of the last reading, in hours, after which nothing is said about days left.
  public static let longestAge = 48.0
  /// Readings that a trend takes.
  public static let fewestReadings = 4
  /// Hours that a trend takes.
  public static let shortestTime = 24.0
  /// Percentage points that a trend takes, because whole ones are told.
  public static let smallestDrop = 4.0
  /// The days that a trend is of, at most.
  static let trendDays = 14.0

  /// What readings say, in the order in which they came, given the habits meanwhile.
  public init(_ readings: [BatteryReading], habits: BatteryHabits, now: Moment) {
    // A clock that was wrong for a while tells times that have not been yet.
    let limit = now + .minutes(1)
    let readings = readings.filter { $0.time <= limit && (0...100).contains($0.percent) }
    self.habits = habits
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
      let (before, after) = (last.readings[last.readings.count - 1], next.readings[0])
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
    // A single reading is none of a discharge yet.
    let count = max(discharges.reduce(0) { $0 + $1.readings.count }, 1)
    let days = discharges.reduce(0) { $0 + $1.days }
    let drop = discharges.reduce(0) { $0 + $1.drop }
    guard count >= fewestReadings, let first = discharges.first?.readings.first,
      let last = discharges.last?.readings.last
    else { return .failure(.fewReadings(count: count, needed: fewestReadings)) }
    guard days * 24 >= shortestTime else { return .failure(.shortTime(hours: days * 24, needed: shortestTime)) }
    guard drop >= smallestDrop else { return .failure(.smallDrop(percent: drop, needed: smallestDrop)) }
    let rows = discharges.map { $0.rows(daysOfBlock: 1) { [$1 - $0] } }
    guard let regression = DischargeRegression(rows) else {
      return .failure(.fewReadings(count: count, needed: fewestReadings))
    }
    let (rate, error) = (regression.costs[0], regression.errors[0] * regression.reach)
    let perDay = BatteryEstimate(rate, low: max(rate - error, 0), high: rate + error)
    guard rate > 0, error < rate else { return .failure(.unclear(perDay)) }
    return .success(
      BatteryTrend(
        perDay: perDay, readingCount: count, days: days, from: first.time, to: last.time,
        isOfPresentSettings: isOfPresentSettings, dailyDeviation: regression.wander.squareRoot()))
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
      // Days to come are not alike either, and the last reading is rounded.
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

  /// What other habits would make of a full charge, where that can be told: another rhythm of the heart rate, what is on turned off,
  /// and an hour a day of what is done for a time.
  public var changes: [BatteryChange] {
    guard case .success(let trend) = trend else { return [] }
    let rate = trend.perDay.value
    return costs.compactMap { cost in
      guard case .success(let estimate) = cost.cost, let from = cost.amount else { return nil }
      let to = Self.alternative(cost.habit, from)
      // A full charge lasts 100 / rate days; no habit is all there is.
      func days(_ cost: Double) -> Double { 100 / max(rate + cost * (to - from), rate / 5) - 100 / rate }
      let ends = [days(estimate.low), days(estimate.high)]
      return BatteryChange(
        habit: cost.habit, from: from, to: to,
        days: BatteryEstimate(days(estimate.value), low: ends.min() ?? 0, high: ends.max() ?? 0))
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
  /// The part of a discharge from a day on; `nil` where less than two readings are of it.
  func since(_ day: Double) -> Discharge? {
    let kept = readings.filter { $0.day >= day }
    return kept.count < 2 ? nil : Discharge(readings: kept)
  }

  /// Its drops from one reading to the next. `amounts` says how much of each thing there was between two days.
  func rows(daysOfBlock: Double, _ amounts: (Double, Double) -> [Double]) -> [DischargeRegression.Row] {
    let readings = thinned
    return zip(readings, readings.dropFirst()).map { last, next in
      DischargeRegression.Row(
        drop: last.percent - next.percent, days: next.day - last.day,
        block: Int((last.day / daysOfBlock).rounded(.down)), amounts: amounts(last.day, next.day))
    }
  }
}
