/// A device's battery level, its remaining battery life or why that is unknown, and the cost of each habit.
/// `docs/battery.md` lists the JSON keys.
public struct BatteryReport: Codable, Sendable, Hashable {
  /// A battery reading.
  public struct Reading: Codable, Sendable, Hashable {
    /// Time of the reading.
    public let time: Moment
    /// Battery level, 0…100.
    public let percent: Double
    /// True if the device was charging; `nil` if it did not report that.
    public let charging: Bool?

    /// Creates a reading.
    public init(_ reading: BatteryReading) {
      time = reading.time
      percent = reading.percent
      charging = reading.isCharging
    }

    /// "64 %, charging".
    public var words: Phrase {
      let percent = MeasureWording.number(percent)
      return charging == true ? Phrase("\(percent) %, charging") : Phrase("\(percent) %")
    }
  }

  /// An estimate: the 95 % interval from `low` to `high`, rounded to thousandths.
  public struct Range: Codable, Sendable, Hashable {
    /// The most likely value; `nil` for the remaining days.
    public let value: Double?
    /// The lower end.
    public let low: Double
    /// The upper end; `nil` if the readings do not limit it.
    public let high: Double?

    init(_ estimate: BatteryEstimate) {
      value = estimate.value.rounded(parts: 1000)
      low = estimate.low.rounded(parts: 1000)
      high = estimate.high.rounded(parts: 1000)
    }

    init(_ left: BatteryDaysLeft) {
      value = nil
      low = left.low.rounded(parts: 1000)
      high = left.high?.rounded(parts: 1000)
    }
  }

  /// The battery's rate of discharge.
  public struct Trend: Codable, Sendable, Hashable {
    /// Percentage points per day.
    public let percentPerDay: Range
    /// Number of readings.
    public let readings: Int
    public let daysOnBattery: Double
    /// Time of the first reading.
    public let from: Moment
    /// Time of the last reading.
    public let to: Moment
    /// True if the settings did not change during this time.
    public let presentSettings: Bool
    /// The trend in words.
    public let words: Phrase

    init(_ trend: BatteryTrend) {
      percentPerDay = Range(trend.perDay)
      readings = trend.readingCount
      daysOnBattery = trend.days.rounded(parts: 1000)
      from = trend.from
      to = trend.to
      presentSettings = trend.isOfPresentSettings
      let range = BatteryWording.range(trend.perDay.low, trend.perDay.high)
      let days = BatteryWording.days(trend.days)
      words =
        presentSettings
        ? Phrase("uses \(range) % per day (estimate from \(readings) readings over \(days) on battery)")
        : Phrase(
          "uses \(range) % per day (estimate from \(readings) readings over \(days) on battery; settings changed in this time)"
        )
    }
  }

  /// The effect of changing a habit on the life of a full charge.
  public struct Change: Codable, Sendable, Hashable {
    /// The amount after the change.
    public let toAmount: Double
    /// Additional days per full charge; negative if it lasts shorter.
    public let days: Range
    /// The change in words.
    public let words: Phrase

    init(_ change: BatteryChange) {
      toAmount = change.to.rounded(parts: 1000)
      days = Range(change.days)
      words = BatteryWording.words(change)
    }
  }

  /// The cost of a habit.
  public struct Habit: Codable, Sendable, Hashable {
    public let habit: BatteryHabit
    /// The current amount. For heart rate, 1 is a measurement every five minutes; for other settings, 1 is on; for
    /// connections and live measurements, hours per day.
    public let amount: Double?
    /// The unit of `cost`.
    public let unit: Phrase
    /// The cost; `nil` if there is not enough data.
    public let cost: Range?
    /// Why there is not enough data.
    public let missing: Phrase?
    /// The effect of changing the habit.
    public let change: Change?
    /// The habit's display name.
    public let name: Phrase
    /// The name and the amount.
    public let title: Phrase
    /// The cost in words.
    public let words: Phrase?

    init(_ cost: BatteryCost, _ change: BatteryChange?) {
      habit = cost.habit
      amount = cost.amount?.rounded(parts: 1000)
      unit = habit.costUnit
      name = habit.title
      title = cost.amount.map { Phrase("\(cost.habit.title), \(BatteryWording.amount($0, of: cost.habit))") } ?? name
      self.change = change.map(Change.init)
      self.cost = cost.cost.success.map(Range.init)
      words = cost.cost.success.map { BatteryWording.words($0, cost) }
      missing = cost.cost.failure?.phrase(of: cost.habit)
    }
  }

  /// The cost of all habits.
  public struct Costs: Codable, Sendable, Hashable {
    public let habits: [Habit]
    /// The cost of everything else, including settings that never changed, in percentage points per day.
    public let rest: Range?
    /// The rest in words.
    public let restWords: Phrase?
    /// Number of readings for the estimate.
    public let readings: Int
    public let daysOnBattery: Double

    init(_ insight: BatteryInsight) {
      let changes = Dictionary(insight.changes.map { ($0.habit, $0) }) { $1 }
      habits = insight.costs.map { Habit($0, changes[$0.habit]) }
      rest = insight.rest.map(Range.init)
      restWords = insight.rest.map { Phrase("\(BatteryWording.range($0.low, $0.high)) % per day") }
      readings = insight.costReadingCount
      daysOnBattery = insight.costDays.rounded(parts: 1000)
    }

    /// Why costs are unknown, one line per reason.
    public var unknown: [Phrase] {
      let reasons = habits.compactMap(\.missing).reduce(into: [Phrase]()) { if !$0.contains($1) { $0.append($1) } }
      if reasons.count == 1, habits.allSatisfy({ $0.cost == nil }) { return reasons }
      return reasons.compactMap { reason in
        Phrase.list(habits.filter { $0.missing == reason }.map(\.name)).map { Phrase("\($0): \(reason)") }
      }
    }
  }

  /// The device's Bluetooth identifier.
  public let device: String
  /// The device's name.
  public let name: String
  /// The reference time for ages and remaining days.
  public let now: Moment
  /// The newest reading in the period, smoothed, or `nil`.
  public let latest: Reading?
  /// The remaining battery life, in days.
  public let daysLeft: Range?
  /// Why the remaining battery life is unknown.
  public let daysLeftMissing: Phrase?
  /// The remaining battery life in words: "4–6 days".
  public let left: Phrase?
  /// "4–6 days left (estimate)", or why that is unknown.
  public let words: Phrase
  /// The rate of discharge.
  public let trend: Trend?
  /// Why the rate is unknown.
  public let trendMissing: Phrase?
  /// The cost of habits.
  public let costs: Costs
  /// Number of charges.
  public let charges: Int
  /// All readings of the period, in the order of arrival.
  public let readings: [Reading]
  /// True if the device has any reading, in this period or outside of it.
  public let hasReadings: Bool
  /// Notes on the estimate: its data, and readings that need to be decoded again.
  public let notes: [Phrase]

  /// Creates the report of a device for the `days` days before `now`.
  ///
  /// - Throws: `JournalError` if the journal cannot be read.
  public init(_ device: Device, _ journal: Journal, days: Int = 60, now: Moment) throws {
    let history = try BatteryHistory(journal, of: device, in: now - .days(days)..<now + .minutes(1))
    let insight = history.insight(now: now)
    self.device = device.identifier.text
    name = device.name
    self.now = now
    latest = insight.latest.map(Reading.init)
    readings = history.readings.map(Reading.init)
    charges = insight.chargeCount
    costs = Costs(insight)
    let newest = try journal.latest(.battery, of: device)
    hasReadings = newest != nil
    let nothing = latest == nil ? Self.nothing(newest, now: now) : nil
    daysLeft = insight.daysLeft.success.map(Range.init)
    daysLeftMissing = insight.daysLeft.failure?.sentence
    left = insight.daysLeft.success.map(BatteryWording.left)
    words =
      switch insight.daysLeft {
      case .success(let left): Phrase("\(BatteryWording.left(left)) left (estimate)")
      case .failure(.charging): nothing ?? BatteryGap.charging.sentence
      case .failure(let gap): nothing ?? Phrase("The remaining battery life is not known yet. \(gap.sentence)")
      }
    trend = insight.trend.success.map(Trend.init)
    trendMissing = insight.trend.failure?.sentence
    var notes: [Phrase] = []
    if costs.readings > 0 {
      notes.append(
        Phrase(
          "From \(costs.readings) readings over \(BatteryWording.days(insight.costDays)) on battery with known settings. Charges in between: \(charges)."
        ))
      notes.append(Phrase("Devices report whole percentages, some from their own table."))
    }
    // A device that never reported whether it is charging has nothing more to decode.
    if history.unreadCount > 0, readings.contains(where: { $0.charging != nil }) {
      notes.append(
        Phrase("Older readings without a charging state: \(history.unreadCount). 'halo rebuild' decodes it."))
    }
    self.notes = notes
  }

  /// Returns why there is no reading in the period.
  private static func nothing(_ newest: StoredSample?, now: Moment) -> Phrase {
    guard let newest else { return Phrase("No reading yet.") }
    if newest.start > now { return Phrase("All readings are from a later time.") }
    let time = MeasureWording.time(newest.start, now: now)
    return Phrase("There are no readings in this period. The last one was \(newest.value, digits: 0) %, \(time).")
  }

  /// The smoothed readings in order of time, for charts.
  public var steady: [Reading] {
    BatteryReading.allSteady(
      readings.map { BatteryReading(time: $0.time, percent: $0.percent, isCharging: $0.charging) }
        .sorted { $0.time < $1.time }
    ).map(Reading.init)
  }

  /// The same as a series; `nil` without readings.
  public var series: SeriesReport? {
    guard let start = steady.first?.time else { return nil }
    let points = steady.map { reading in
      SeriesReport.Point(
        time: LocalTime(reading.time), seconds: Int((reading.time - start).measured(in: .seconds(1))),
        low: reading.percent, high: reading.percent, source: .log, length: 0)
    }
    return SeriesReport(.battery, .line, points, start: LocalTime(start), most: DaySeries.most)
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
