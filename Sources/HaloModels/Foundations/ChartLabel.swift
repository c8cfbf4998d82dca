/// A label on the axis of a chart.
public struct ChartLabel: Sendable, Hashable, Identifiable {
  /// The position in the chart's unit, usually minutes.
  public let position: Int
  /// The text.
  public let label: Phrase

  /// The position.
  public var id: Int { position }

  /// Creates a label.
  public init(_ position: Int, _ label: Phrase) {
    self.position = position
    self.label = label
  }
}
