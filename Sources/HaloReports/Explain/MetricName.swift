/// A metric's name for users, the same everywhere: its export name (`heart-rate`, `resting-heart-rate`), `sleep`, or a
/// short name: `hr`, `rhr`, `hrv`, `spo2`.
public struct MetricName: Sendable, Hashable {
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
  public static var all: [MetricName] {
    [MetricName("sleep", [])] + Metric.known.map { MetricName($0.exportName, [$0], $0.ofNight) }
      + DerivedMetric.allCases.filter { $0 != .restingHeartRate }.map { MetricName($0.exportName, [], $0) }
  }

  /// The short names.
  public static var short: [MetricName] {
    [MetricName("hr", [.heartRate]), MetricName("rhr", [], .restingHeartRate)]
      + Metric.known.filter { $0.shortName != $0.exportName }.map { MetricName($0.shortName, $0.charted, $0.ofNight) }
  }

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
}

extension Metric {
  /// The computed metric of a day or night with this metric's name, or made from its values.
  fileprivate var ofNight: DerivedMetric? {
    switch self {
    case .restingHeartRate: .restingHeartRate
    case .heartRateVariability, .heartRateVariabilityRMSSD: .nightHeartRateVariability
    default: nil
    }
  }
}
