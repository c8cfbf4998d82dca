import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal

/// What `halo battery --json` prints of a device. `docs/battery.md` lists the keys.
struct BatteryOutput: Encodable {
  struct Reading: Encodable {
    let time: String
    let percent: Double
    let charging: Bool?
  }

  /// An estimate: 95 % between `low` and `high`.
  struct Range: Encodable {
    let value: Double?
    let low: Double
    let high: Double?

    init(_ estimate: BatteryEstimate) {
      (value, low, high) = (
        Self.rounded(estimate.value), Self.rounded(estimate.low), Self.rounded(estimate.high)
      )
    }

    init(_ left: BatteryDaysLeft) {
      (value, low, high) = (nil, Self.rounded(left.low), left.high.map(Self.rounded))
    }

    /// To a thousandth: no estimate is better.
    static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
  }

  struct Trend: Encodable {
    let percentPerDay: Range
    let readings: Int
    let daysOnBattery: Double
    let from: String
    let to: String
    let presentSettings: Bool
  }

  struct Habit: Encodable {
    let habit: String
    /// Amount now: 1 is every five minutes of the heart rate, or on; hours a day of links and live measurements.
    let amount: Double?
    let unit: String
    let cost: Range?
    let missing: String?
    let change: Change?
  }

  struct Change: Encodable {
    let toAmount: Double
    let days: Range
  }

  struct Costs: Encodable {
    let habits: [Habit]
    let rest: Range?
    let readings: Int
    let daysOnBattery: Double
  }

  let device: String
  let name: String
  let now: String
  let latest: Reading?
  let daysLeft: Range?
  let daysLeftMissing: String?
  let trend: Trend?
  let trendMissing: String?
  let costs: Costs
  let charges: Int
  let readings: [Reading]

  init(_ story: BatteryStory) {
    let insight = story.insight
    func reading(_ reading: BatteryReading) -> Reading {
      Reading(time: reading.time.description, percent: reading.percent, charging: reading.isCharging)
    }
    device = story.device.identifier.text
    name = story.device.name
    now = story.now.description
    latest = insight.latest.map(reading)
    readings = story.history.readings.map(reading)
    charges = insight.chargeCount
    switch insight.daysLeft {
    case .success(let left): (daysLeft, daysLeftMissing) = (Range(left), nil)
    case .failure(let gap): (daysLeft, daysLeftMissing) = (nil, BatteryWords.sentence(gap))
    }
    switch insight.trend {
    case .success(let trend):
      self.trend = Trend(
        percentPerDay: Range(trend.perDay), readings: trend.readingCount, daysOnBattery: Range.rounded(trend.days),
        from: trend.from.description, to: trend.to.description, presentSettings: trend.isOfPresentSettings)
      trendMissing = nil
    case .failure(let gap): (trend, trendMissing) = (nil, BatteryWords.sentence(gap))
    }
    let changes = story.changes
    costs = Costs(
      habits: insight.costs.map { cost in
        let change = changes[cost.habit].map { Change(toAmount: Range.rounded($0.to), days: Range($0.days)) }
        var (range, missing): (Range?, String?) = (nil, nil)
        switch cost.cost {
        case .success(let estimate): range = Range(estimate)
        case .failure(let gap): missing = BatteryWords.words(gap, of: cost.habit)
        }
        return Habit(
          habit: cost.habit.rawValue, amount: cost.amount.map(Range.rounded), unit: BatteryWords.unit(of: cost.habit),
          cost: range, missing: missing, change: change)
      }, rest: insight.rest.map(Range.init), readings: insight.costReadingCount,
      daysOnBattery: Range.rounded(insight.costDays))
  }
}
