/// A metric as JSON: its export name.
struct ExportedMetric: Codable, Sendable, Hashable {
  let metric: Metric

  init(metric: Metric) { self.metric = metric }

  /// Decodes a metric. Throws if its name is unknown.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let metric = Metric(name: name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown metric '\(name)'")
    }
    self.metric = metric
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(metric.exportName)
  }
}
