/// A report as lists in display order, with access by id.
public protocol FiguresAndSeries {
  /// The figures, in display order.
  var figures: [Figure] { get }
  /// The series with values, in display order.
  var series: [SeriesReport] { get }
}

extension FiguresAndSeries {
  /// Returns the figure with this id.
  public func figure(_ id: FigureID) -> Figure? { figures.first { $0.id == id } }
  /// Returns the series in this metric's place; `nil` if it has no values.
  public func series(_ id: Metric) -> SeriesReport? { series.first { $0.id == id } }
}

extension Array where Element: Identifiable, Element.ID == Metric {
  /// The series, or those without values, that a screen shows.
  public func shown(on screen: Metric.Screen) -> Self {
    let metrics = Metric.shown(on: screen)
    return filter { metrics.contains($0.id) }
  }
}
