/// The estimated cost of each habit.
struct BatteryCosts: Sendable {
  let costs: [BatteryCost]
  let rest: BatteryEstimate?
  let readingCount: Int
  let days: Double

  /// A cost is reported if its error is at most this share of the cost,
  private static let largestShare = 0.5
  /// or, for a setting, at most this share of the total use, because the cost is then known to be small,
  private static let smallShare = 0.1
  /// or, for a connection or a live measurement, at most this many percentage points per hour.
  private static let smallHourly = 1.0

  /// The highest cost of an hour of anything, in percentage points: a ring that is empty after three hours.
  private static let maxHourlyCost = 30.0
  /// The share of the total use below which a habit is negligible.
  private static let negligibleShare = 0.02

  init(_ discharges: [Discharge], _ habits: BatteryHabits, now: Moment) {
    let meter = HabitMeter(habits)
    let known = discharges.compactMap { $0.since(meter.knownSince) }
    readingCount = known.reduce(0) { $0 + $1.readings.count }
    days = known.reduce(0) { $0 + $1.days }
    let drop = known.reduce(0) { $0 + $1.drop }
    let readingCount = readingCount
    let days = days
    func sum(_ habit: BatteryHabit) -> Double {
      known.reduce(0) { sum, discharge in
        sum + meter.sum(of: habit, until: discharge.readings[discharge.readings.count - 1].day)
          - meter.sum(of: habit, until: discharge.readings[0].day)
      }
    }
    func amount(_ habit: BatteryHabit) -> Double? {
      guard habit.isTimed else { return habits.current(habit) }
      return days > 0 ? sum(habit) / days : nil
    }
    func all(_ gap: BatteryCostGap) -> [BatteryCost] {
      meter.habits.map { BatteryCost(habit: $0, cost: .failure(gap), amount: amount($0)) }
    }
    if let gap = BatteryInsight.gap(readingCount, days: days, drop: drop) {
      costs = all(known.isEmpty && !discharges.isEmpty ? .notKnown : .readings(gap))
      rest = nil
      return
    }
    // The first column is time; a habit that never varied cannot be separated from it. Habits with very few hours would
    // only make the regression worse.
    let little = meter.habits.filter { habit in
      habit.isTimed && sum(habit) > 0 && sum(habit) * Self.maxHourlyCost < Self.negligibleShare * drop
    }
    let varied = meter.habits.filter { !little.contains($0) && Self.varied($0, known, meter) }
    func absent(_ habit: BatteryHabit) -> BatteryCostGap {
      little.contains(habit) ? .little(hours: sum(habit)) : .neverVaried
    }
    let rows = known.map { discharge in
      discharge.rows(daysOfBlock: 2) { from, to in
        [to - from] + varied.map { meter.sum(of: $0, until: to) - meter.sum(of: $0, until: from) }
      }
    }
    guard let regression = DischargeRegression(rows) else {
      let needed = varied.count + 2
      costs = meter.habits.map { habit in
        let gap: BatteryCostGap =
          varied.contains(habit) ? .readings(.fewReadings(count: readingCount, needed: needed)) : absent(habit)
        return BatteryCost(habit: habit, cost: .failure(gap), amount: amount(habit))
      }
      rest = nil
      return
    }
    rest = Self.estimate(regression, 0)
    costs = meter.habits.map { habit in
      guard let index = varied.firstIndex(of: habit) else {
        return BatteryCost(habit: habit, cost: .failure(absent(habit)), amount: amount(habit))
      }
      return BatteryCost(
        habit: habit, cost: Self.cost(of: habit, varied, index + 1, regression, ratePerDay: drop / days),
        amount: amount(habit))
    }
  }

  /// True if a habit varied by more than floating-point errors.
  private static func varied(_ habit: BatteryHabit, _ discharges: [Discharge], _ meter: HabitMeter) -> Bool {
    var lowest = Double.infinity
    var highest = -Double.infinity
    for discharge in discharges {
      for (last, next) in zip(discharge.readings, discharge.readings.dropFirst()) where next.day > last.day {
        let rate =
          (meter.sum(of: habit, until: next.day) - meter.sum(of: habit, until: last.day)) / (next.day - last.day)
        lowest = min(lowest, rate)
        highest = max(highest, rate)
      }
    }
    return highest - lowest > 0.001
  }

  private static func estimate(_ regression: DischargeRegression, _ index: Int) -> BatteryEstimate {
    let error = regression.errors[index] * regression.intervalFactor
    let free = regression.unconstrainedCosts[index]
    let cost = regression.costs[index]
    return BatteryEstimate(value: cost, low: min(max(free - error, 0), cost), high: max(free + error, cost))
  }

  private static func cost(
    of habit: BatteryHabit, _ varied: [BatteryHabit], _ index: Int, _ regression: DischargeRegression,
    ratePerDay: Double
  ) -> Result<BatteryEstimate, BatteryCostGap> {
    let estimate = estimate(regression, index)
    let error = (estimate.high - estimate.low) / 2
    let small = habit.isTimed ? smallHourly : smallShare * ratePerDay
    if error <= max(largestShare * estimate.value, small) { return .success(estimate) }
    // Find the habit that changed together with this one: the one whose cost has the opposite error.
    let partner = varied.indices.filter { $0 + 1 != index }.min {
      regression.correlations[index][$0 + 1] < regression.correlations[index][$1 + 1]
    }
    if let partner, regression.correlations[index][partner + 1] < -0.95 {
      return .failure(.alongside(varied[partner]))
    }
    return .failure(.unclear(estimate))
  }
}
