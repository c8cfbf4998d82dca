/// Why a metric of a day has no values.
public struct UnknownSeries: Codable, Sendable, Hashable, Identifiable {
  private enum CodingKeys: String, CodingKey {
    case place = "id"
    case name, reason, words
  }

  private let place: ExportedMetric
  /// The metric.
  public var id: Metric { place.metric }
  /// The display name.
  public let name: Phrase
  public let reason: GapReason
  /// The reason as a sentence.
  public let words: Phrase

  init(_ id: Metric, _ reason: GapReason) {
    place = ExportedMetric(metric: id)
    name = id.title
    self.reason = reason
    words = reason.sentence
  }
}
