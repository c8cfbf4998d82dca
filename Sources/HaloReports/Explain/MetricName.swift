public import HaloHealth
import HaloJournal

/// A metric's name for users, the same everywhere: its export name (`heart-rate`, `resting-heart-rate`), `sleep`, or a
/// short name: `hr`, `rhr`, `hrv`, `spo2`.
public struct MetricName: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The measured metrics with this name, the preferred one first; empty for computed metrics.
  public let metrics: [Metric]
  /// The computed metric with this name.
  public let computed: DerivedMetric?

  private init(_ name: String, _ metrics: [Metric], _ computed: DerivedMetric? = nil) {
    self.name = name
    self.metrics = metrics
    self.computed = computed
  }

  /// All names except the short ones: `sleep`, measured and computed metrics.
  public static let all: [MetricName] =
    [MetricName("sleep", [])] + Metric.allCases.map { MetricName($0.exportName, [$0], $0.ofNight) }
    + DerivedMetric.allCases.map { MetricName($0.exportName, [], $0) }

  /// The short names.
  public static let short: [MetricName] = [
    MetricName("hr", [.heartRate]), MetricName("rhr", [], .restingHeartRate),
    MetricName(
      "hrv", [.heartRateVariability, .heartRateVariabilityRMSSD, .heartRateVariabilitySDNN], .nightHeartRateVariability),
    MetricName("spo2", [.oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum]),
    MetricName("temperature", [.skinTemperature]),
  ]

  /// Looks up a name; `nil` if it is unknown.
  public init?(_ text: String) {
    let known = (Self.short + Self.all).first { $0.name == text.lowercased() }
    guard
      let found = known ?? Metric(name: text).flatMap({ Self($0.exportName) })
        ?? DerivedMetric(name: text).flatMap({ Self($0.exportName) })
    else { return nil }
    self = found
  }

  /// True if this is `sleep`: nights and naps with their stages.
  public var isSleep: Bool { name == "sleep" }

  /// Returns what to explain for a day: the night that ended then, its movement, or a computed value; `nil` if the
  /// metric has many values per day.
  public func subject(on date: CalendarDate) -> ExplainSubject? {
    if isSleep { return .night(date) }
    if let computed { return .computed(computed, date) }
    return [.steps, .distance, .activeEnergy].contains(metrics.first) ? .movement(date) : nil
  }

  /// Returns what to explain at a time: the value then. Computed metrics and sleep use the day.
  public func subject(at time: LocalTime) -> ExplainSubject? {
    metrics.first.map { .sample($0, time) } ?? subject(on: time.date)
  }

  /// Returns the name most similar to a misspelled one; `nil` if none is similar.
  public static func suggestion(for text: String, among names: [String]) -> String? {
    let text = text.lowercased()
    let near = names.map { ($0, distance(Array(text.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    if let near, near.1 <= (text.utf8.count < 4 ? 1 : max(2, text.utf8.count / 3)) { return near.0 }
    return text.utf8.count < 3 ? nil : names.first { $0.contains(text) }
  }

  /// Levenshtein distance in bytes.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (place, byte) in left.enumerated() {
      var corner = row[0]
      row[0] = place + 1
      for (column, other) in right.enumerated() {
        let cost = byte == other ? corner : min(corner, row[column], row[column + 1]) + 1
        corner = row[column + 1]
        row[column + 1] = cost
      }
    }
    return row[right.count]
  }
}

extension Metric {
  /// The computed metric for a night.
  fileprivate var ofNight: DerivedMetric? {
    switch self {
    case .heartRateVariability, .heartRateVariabilityRMSSD: .nightHeartRateVariability
    default: nil
    }
  }
}
