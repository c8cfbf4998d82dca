public import HaloHealth
import HaloInsights

/// A computed value of a day, with how it was computed and from what. `docs/insights.md` lists the keys.
public struct InsightReport: Codable, Sendable, Hashable {
  /// The value, to a thousandth.
  public let value: Double
  /// Its unit.
  public let unit: Unit
  /// The value with its unit, how it was computed if that is out of the ordinary, and how it compares with what is usual.
  public let words: Phrase
  /// The algorithm's name.
  public let algorithm: String
  /// The algorithm's version.
  public let version: Int
  /// How sure it is, 0…1; `nil` if the algorithm does not say.
  public let confidence: Double?
  /// What is usual, and how far days are from it.
  public let usual: Double?
  public let spread: Double?
  /// Of how many days that is known.
  public let usualOfDays: Int?
  /// What it was computed from, in words, with the numbers of the journal's frames.
  public let inputs: [String]

  init(_ derived: DerivedValue, _ trend: TrendReport?, _ measures: MeasureWords) {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    value = rounded(derived.value)
    unit = derived.metric.unit
    words = Self.words(derived, trend, measures)
    algorithm = derived.algorithm
    version = derived.version
    confidence = derived.confidence.map(rounded)
    usual = trend?.usual
    spread = trend?.spread
    usualOfDays = trend?.days
    inputs = derived.inputs
  }

  /// "62 bpm, 3 bpm above your usual 59 bpm (28 days), rare for you".
  private static func words(_ derived: DerivedValue, _ trend: TrendReport?, _ measures: MeasureWords) -> Phrase {
    let value = measures.value(derived.value, of: derived.metric)
    let text = manner(of: derived).map { Phrase("\(value) (\($0))") } ?? value
    guard let trend else { return text }
    return trend.rare ? Phrase("\(text), \(trend.words), rare for you") : Phrase("\(text), \(trend.words)")
  }

  /// How a value was computed, if not in the ordinary way.
  public static func manner(of derived: DerivedValue) -> Phrase? {
    switch derived.algorithm {
    case "resting-heart-rate-awake": Phrase("awake: there is no main sleep of the day")
    case "resting-heart-rate-sparse": Phrase("a median of the sleep: it was measured rarely")
    case "time-asleep-unstaged": Phrase("including time awake: the device gave no stages")
    default: nil
    }
  }

  /// The values of a day by their metrics; what is usual stands with each value and not again.
  static func all(_ day: DayInsights, _ measures: MeasureWords) -> [DerivedMetric: InsightReport] {
    let trends = Set(DerivedMetric.allCases.compactMap(\.trend))
    return day.values.filter { !trends.contains($0.key) }.mapValues { value in
      InsightReport(
        value, day.trends[value.metric].map { TrendReport($0, of: value.metric, on: day.date, measures) }, measures)
    }
  }
}
