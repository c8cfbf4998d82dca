/// A computed value of a day, with its algorithm and inputs. `docs/insights.md` lists the keys.
public struct InsightReport: Codable, Sendable, Hashable {
  /// The value, rounded to thousandths.
  public let value: Double
  public let unit: Unit
  /// The value with its unit, the method if it is not the usual one, and the comparison with the baseline.
  public let words: Phrase
  /// The algorithm's name.
  public let algorithm: String
  /// The algorithm's version.
  public let version: Int
  /// The confidence, 0…1; `nil` if the algorithm provides none.
  public let confidence: Double?
  /// The baseline: the median of the preceding days.
  public let usual: Double?
  /// The spread of the preceding days around the baseline.
  public let spread: Double?
  /// Number of days in the baseline.
  public let usualOfDays: Int?
  /// The inputs in words, with the frame numbers of the journal.
  public let inputs: [String]

  init(_ derived: DerivedValue, _ trend: TrendReport?, _ device: (Int) -> String) {
    value = derived.value.rounded(parts: 1000)
    unit = derived.metric.unit
    words = Self.words(derived, trend)
    algorithm = derived.algorithm
    version = derived.version
    confidence = derived.confidence?.rounded(parts: 1000)
    usual = trend?.usual
    spread = trend?.spread
    usualOfDays = trend?.days
    inputs = derived.inputs.map { $0.text(device) }
  }

  /// "62 bpm, 3 bpm above your usual 59 bpm (28 days), rare for you".
  private static func words(_ derived: DerivedValue, _ trend: TrendReport?) -> Phrase {
    let value = MeasureWording.value(derived.value, of: derived.metric)
    let text = methodNote(of: derived).map { Phrase("\(value) (\($0))") } ?? value
    guard let trend else { return text }
    return trend.rare ? Phrase("\(text), \(trend.words), rare for you") : Phrase("\(text), \(trend.words)")
  }

  /// Describes how a value was computed, if not with the usual method.
  public static func methodNote(of derived: DerivedValue) -> Phrase? {
    switch derived.algorithm {
    case "resting-heart-rate-awake": Phrase("while awake, because there is no main sleep")
    case "resting-heart-rate-sparse": Phrase("median of the sleep, because there are few measurements")
    case "resting-heart-rate-reported": Phrase("reported by the device")
    case "time-asleep-unstaged": Phrase("the device reported no stages")
    default: nil
    }
  }

  /// The values of a day by metric. Baselines are part of each value and not listed separately. `device` gives devices'
  /// names by number.
  static func all(_ day: DayInsights, _ device: (Int) -> String) -> [DerivedMetric: InsightReport] {
    let trends = Set(DerivedMetric.allCases.compactMap(\.trend))
    return day.values.filter { !trends.contains($0.key) }.mapValues { value in
      InsightReport(
        value, day.trends[value.metric].map { TrendReport($0, of: value.metric, on: day.date) }, device)
    }
  }
}
