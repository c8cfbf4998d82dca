/// Why a metric of a day has no values.
public struct UnknownSeries: Codable, Sendable, Hashable, Identifiable {
  /// The metric.
  @ExportedMetric public var id: Metric
  /// The display name.
  public let name: Phrase
  public let reason: GapReason
  /// The reason as a sentence.
  public let words: Phrase

  init(_ id: Metric, _ reason: GapReason) {
    _id = ExportedMetric(wrappedValue: id)
    name = id.title
    self.reason = reason
    words = reason.sentence
  }
}
