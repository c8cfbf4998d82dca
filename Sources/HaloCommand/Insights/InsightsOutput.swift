import HaloHealth
import HaloInsights

/// A computed value as JSON. `docs/insights.md` lists the keys.
struct InsightOutput: Encodable {
  let value: Double
  let unit: Unit
  let words: String
  let algorithm: String
  let version: Int
  let confidence: Double?
  let usual: Double?
  let spread: Double?
  let usualOfDays: Int?
  let inputs: [String]

  init(_ derived: DerivedValue, _ trend: Trend?) {
    value = Self.rounded(derived.value)
    unit = derived.metric.unit
    words = InsightWords.sentence(derived, trend)
    algorithm = derived.algorithm
    version = derived.version
    confidence = derived.confidence.map(Self.rounded)
    usual = trend.map { Self.rounded($0.baseline.usual) }
    spread = trend.map { Self.rounded($0.baseline.spread) }
    usualOfDays = trend?.baseline.count
    inputs = derived.inputs
  }

  /// To a thousandth: nothing here is known better.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// The values of a day by their names; what lies beside what is usual is told with each value and not again.
  static func all(_ day: DayInsights) -> [String: InsightOutput] {
    let shown = day.values.values.filter { value in !DerivedMetric.allCases.contains { $0.trend == value.metric } }
    return Dictionary(
      uniqueKeysWithValues: shown.map { ($0.metric.rawValue, InsightOutput($0, day.trends[$0.metric])) })
  }
}

/// A day as `halo insights --json` prints it.
struct InsightsOutput: Encodable {
  struct Zones: Encodable {
    let maximum: Double
    let isEstimate: Bool
    /// The first number is the time below zone 1.
    let minutes: [Double]
    let measured: Double
  }

  let date: CalendarDate
  let wearer: String
  let night: NightAccount
  let values: [String: InsightOutput]
  let zones: Zones?
  /// Of how much of the day its numbers are.
  let coverage: CoverageOutput?

  init(_ day: DayInsights, wearer: String, zones: ZoneTimes?, coverage: DayCoverage?) {
    self.coverage = coverage.map(CoverageOutput.init)
    date = day.date
    self.wearer = wearer
    night = day.nightAccount
    values = InsightOutput.all(day)
    self.zones = zones.map {
      Zones(
        maximum: $0.zones.maximum, isEstimate: $0.zones.isEstimate,
        minutes: $0.minutes.map { ($0 * 10).rounded() / 10 }, measured: ($0.measured * 10).rounded() / 10)
    }
  }
}
