public import HaloHealth
import HaloJournal

/// A metric as people name it, the same everywhere: by its name in exports (`heart-rate`, `resting-heart-rate`), `sleep`, or the short names
/// that people type: `hr`, `rhr`, `hrv`, `spo2`.
public struct MetricName: Sendable, Hashable {
  /// The name.
  public let name: String
  /// What devices measure that has this name, the first is meant if one is enough; empty for what is computed of days.
  public let metrics: [Metric]
  /// What is computed of days that has this name.
  public let computed: DerivedMetric?

  private init(_ name: String, _ metrics: [Metric], _ computed: DerivedMetric? = nil) {
    self.name = name
    self.metrics = metrics
    self.computed = computed
  }

  /// Every name but the short ones: `sleep`, what is measured, what is computed.
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

  /// The metric of a name; `nil` if there is none.
  public init?(_ text: String) {
    let known = (Self.short + Self.all).first { $0.name == text.lowercased() }
    guard
      let found = known ?? Metric(name: text).flatMap({ Self($0.exportName) })
        ?? DerivedMetric(name: text).flatMap({ Self($0.exportName) })
    else { return nil }
    self = found
  }

  /// Whether it is sleep: nights and naps with their stages.
  public var isSleep: Bool { name == "sleep" }

  /// What it means of a day: the night that ended then, its movement, or a computed value; `nil` if it is measured many times a day.
  public func subject(on date: CalendarDate) -> ExplainSubject? {
    if isSleep { return .night(date) }
    if let computed { return .computed(computed, date) }
    return [.steps, .distance, .activeEnergy].contains(metrics.first) ? .movement(date) : nil
  }

  /// What it means at a time: the value then; what is computed or slept is of the day.
  public func subject(at time: LocalTime) -> ExplainSubject? {
    metrics.first.map { .sample($0, time) } ?? subject(on: time.date)
  }

  /// The name among some that is nearest to one that there is not; `nil` if none is near.
  public static func suggestion(for text: String, among names: [String]) -> String? {
    let text = text.lowercased()
    let near = names.map { ($0, distance(Array(text.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    if let near, near.1 <= (text.utf8.count < 4 ? 1 : max(2, text.utf8.count / 3)) { return near.0 }
    return text.utf8.count < 3 ? nil : names.first { $0.contains(text) }
  }

  /// How many bytes have to be changed, added or removed (Levenshtein).
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
  /// What is computed of it for a night.
  fileprivate var ofNight: DerivedMetric? {
    switch self {
    case .heartRateVariability, .heartRateVariabilityRMSSD: .nightHeartRateVariability
    default: nil
    }
  }
}
