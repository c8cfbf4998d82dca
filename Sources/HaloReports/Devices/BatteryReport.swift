import HaloBluetooth
public import HaloHealth
public import HaloInsights
public import HaloJournal

/// How full a device is, how long that lasts or why it is not known, and what each habit costs. `docs/battery.md` lists the keys of its JSON.
public struct BatteryReport: Codable, Sendable, Hashable {
  /// A reading of the charge.
  public struct Reading: Codable, Sendable, Hashable {
    /// When it was read.
    public let time: Moment
    /// The charge, 0…100.
    public let percent: Double
    /// Whether the device was charging; `nil` if it did not report that.
    public let charging: Bool?

    /// A reading.
    public init(_ reading: BatteryReading) {
      (time, percent, charging) = (reading.time, reading.percent, reading.isCharging)
    }

    /// "64 %, charging".
    public var words: Phrase {
      let percent = MeasureWords.number(percent)
      return charging == true ? Phrase("\(percent) %, charging") : Phrase("\(percent) %")
    }
  }

  /// An estimate: 95 % between `low` and `high`, to a thousandth. No estimate is better.
  public struct Range: Codable, Sendable, Hashable {
    /// The most likely value; `nil` of days left.
    public let value: Double?
    /// The lower end.
    public let low: Double
    /// The upper end; `nil` if the readings allow any.
    public let high: Double?

    init(_ estimate: BatteryEstimate) {
      (value, low, high) = (Self.rounded(estimate.value), Self.rounded(estimate.low), Self.rounded(estimate.high))
    }

    init(_ left: BatteryDaysLeft) { (value, low, high) = (nil, Self.rounded(left.low), left.high.map(Self.rounded)) }

    static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
  }

  /// How fast the charge goes down.
  public struct Trend: Codable, Sendable, Hashable {
    /// Percentage points a day.
    public let percentPerDay: Range
    /// How many readings it is from.
    public let readings: Int
    /// How many days on battery.
    public let daysOnBattery: Double
    /// The first of the readings.
    public let from: Moment
    /// The last.
    public let to: Moment
    /// Whether settings were the same all the time.
    public let presentSettings: Bool
    /// The trend in words.
    public let words: Phrase

    init(_ trend: BatteryTrend) {
      percentPerDay = Range(trend.perDay)
      readings = trend.readingCount
      daysOnBattery = Range.rounded(trend.days)
      (from, to, presentSettings) = (trend.from, trend.to, trend.isOfPresentSettings)
      let (range, days) = (BatteryWording.range(trend.perDay.low, trend.perDay.high), BatteryWording.days(trend.days))
      words =
        presentSettings
        ? Phrase("uses \(range) % a day (estimate from \(readings) readings over \(days) on battery)")
        : Phrase(
          "uses \(range) % a day (estimate from \(readings) readings over \(days) on battery, in which settings changed)"
        )
    }
  }

  /// What a change of a habit makes of a full charge.
  public struct Change: Codable, Sendable, Hashable {
    /// The amount of the habit after it.
    public let toAmount: Double
    /// Days more of a full charge.
    public let days: Range
    /// The change in words.
    public let words: Phrase

    init(_ change: BatteryChange) {
      toAmount = Range.rounded(change.to)
      days = Range(change.days)
      words = BatteryWording.words(change)
    }
  }

  /// What a habit costs.
  public struct Habit: Codable, Sendable, Hashable {
    /// The habit.
    public let habit: BatteryHabit
    /// Its amount now: 1 is every five minutes of the heart rate, or on; hours a day of links and live measurements.
    public let amount: Double?
    /// The unit of `cost`.
    public let unit: Phrase
    /// What it costs; `nil` if there is not enough to tell.
    public let cost: Range?
    /// Why there is not enough to tell.
    public let missing: Phrase?
    /// What a change of it makes.
    public let change: Change?
    /// Its name.
    public let name: Phrase
    /// Its name and its amount.
    public let title: Phrase
    /// What it costs, in words.
    public let words: Phrase?

    init(_ cost: BatteryCost, _ change: BatteryChange?) {
      habit = cost.habit
      amount = cost.amount.map(Range.rounded)
      unit = habit.costUnit
      name = habit.title
      title = cost.amount.map { Phrase("\(cost.habit.title), \(BatteryWording.amount($0, of: cost.habit))") } ?? name
      self.change = change.map(Change.init)
      switch cost.cost {
      case .success(let estimate):
        (self.cost, missing, words) = (Range(estimate), nil, BatteryWording.words(estimate, cost))
      case .failure(let gap): (self.cost, missing, words) = (nil, gap.phrase(of: habit), nil)
      }
    }
  }

  /// What habits cost.
  public struct Costs: Codable, Sendable, Hashable {
    /// Each habit.
    public let habits: [Habit]
    /// Everything else, and what never changed, in percentage points a day.
    public let rest: Range?
    /// The same in words.
    public let restWords: Phrase?
    /// How many readings the costs are from.
    public let readings: Int
    /// How many days on battery.
    public let daysOnBattery: Double

    init(_ insight: BatteryInsight) {
      let changes = Dictionary(insight.changes.map { ($0.habit, $0) }) { $1 }
      habits = insight.costs.map { Habit($0, changes[$0.habit]) }
      rest = insight.rest.map(Range.init)
      restWords = insight.rest.map { Phrase("\(BatteryWording.range($0.low, $0.high)) % a day") }
      readings = insight.costReadingCount
      daysOnBattery = Range.rounded(insight.costDays)
    }

    /// Why costs are not known, a line a reason. On a new device that is one line.
    public var unknown: [Phrase] {
      let reasons = habits.compactMap(\.missing).reduce(into: [Phrase]()) { if !$0.contains($1) { $0.append($1) } }
      if reasons.count == 1, habits.allSatisfy({ $0.cost == nil }) { return reasons }
      return reasons.compactMap { reason in
        Phrase.list(habits.filter { $0.missing == reason }.map(\.name)).map { Phrase("\($0): \(reason)") }
      }
    }
  }

  /// What the radio calls the device.
  public let device: String
  /// The device's name.
  public let name: String
  /// The time that ages and days left count from.
  public let now: Moment
  /// The newest reading in the time that is looked at, without jumps of single readings; `nil` if there is none.
  public let latest: Reading?
  /// Days that the charge lasts.
  public let daysLeft: Range?
  /// Why that is not known.
  public let daysLeftMissing: Phrase?
  /// The same in words: "4–6 days".
  public let left: Phrase?
  /// "4–6 days left (estimate)", or why that is not known.
  public let words: Phrase
  /// How fast the charge goes down.
  public let trend: Trend?
  /// Why that is not known.
  public let trendMissing: Phrase?
  /// What habits cost.
  public let costs: Costs
  /// How often it was charged.
  public let charges: Int
  /// All readings of the time that is looked at, as they came.
  public let readings: [Reading]
  /// Whether there is any reading, in the time that is looked at or not.
  public let hasReadings: Bool
  /// What helps to read the rest: how costs were found, readings that have to be read again.
  public let notes: [Phrase]

  /// The battery of a device over the `days` days before `now`. `keepsDays` says whether the device's family
  /// stores days: others never report whether they are charging.
  ///
  /// - Throws: `JournalError` if the journal cannot be read.
  public init(
    _ device: Device, _ journal: Journal, days: Int = 60, now: Moment, keepsDays: Bool = true
  ) throws {
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
    switch insight.daysLeft {
    case .success(let left):
      (daysLeft, daysLeftMissing) = (Range(left), nil)
      let days = BatteryWording.left(left)
      self.left = days
      words = Phrase("\(days) left (estimate)")
    case .failure(let gap):
      (daysLeft, daysLeftMissing, left) = (nil, gap.sentence, nil)
      words =
        nothing ?? (gap == .charging ? gap.sentence : Phrase("How long it lasts is not known yet. \(gap.sentence)"))
    }
    switch insight.trend {
    case .success(let trend): (self.trend, trendMissing) = (Trend(trend), nil)
    case .failure(let gap): (trend, trendMissing) = (nil, gap.sentence)
    }
    var notes: [Phrase] = []
    if costs.readings > 0 {
      notes.append(
        Phrase(
          "From \(costs.readings) readings over \(BatteryWording.days(insight.costDays)) on battery with known settings. Charges in between: \(charges)."
        ))
      notes.append(Phrase("Devices report whole per cents, some by a table of their own."))
    }
    if history.unreadCount > 0, keepsDays {
      notes.append(
        Phrase("Older readings without whether it was charging: \(history.unreadCount). 'halo rebuild' reads that."))
    }
    self.notes = notes
  }

  /// Why there is no reading in the days that are looked at.
  private static func nothing(_ newest: StoredSample?, now: Moment) -> Phrase {
    guard let newest else { return Phrase("No reading yet.") }
    if newest.start > now { return Phrase("Its readings are of a later time.") }
    let time = MeasureWords.time(newest.start, now: now)
    return Phrase("There are no readings in these days. The last one was \(newest.value, digits: 0) %, \(time).")
  }

  /// The readings in order of time, without jumps of single readings: what a chart shows.
  public var steady: [Reading] {
    BatteryReading.allSteady(
      readings.map { BatteryReading(time: $0.time, percent: $0.percent, isCharging: $0.charging) }
        .sorted { $0.time < $1.time }
    ).map(Reading.init)
  }
}
