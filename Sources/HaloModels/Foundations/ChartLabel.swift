public import HaloReports

/// A label on the axis of a chart.
public struct ChartLabel: Sendable, Hashable, Identifiable {
  /// Where: in the chart's own measure, minutes mostly.
  public let position: Int
  /// What stands there.
  public let label: Phrase

  public var id: Int { position }

  /// A label.
  public init(_ position: Int, _ label: Phrase) {
    self.position = position
    self.label = label
  }
}
