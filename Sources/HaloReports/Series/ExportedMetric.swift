/// A metric, in JSON as its export name.
@propertyWrapper
public struct ExportedMetric: Codable, Sendable, Hashable {
  /// The metric.
  public let wrappedValue: Metric

  /// Wraps a metric.
  public init(wrappedValue: Metric) { self.wrappedValue = wrappedValue }

  /// Decodes a metric. Throws if its name is unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let metric = Metric(name: name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown metric '\(name)'")
    }
    wrappedValue = metric
  }

  /// Encodes the export name.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.exportName.encode(to: encoder) }
}
