import Accessibility
import HaloModels
import HaloReports
import SwiftUI

/// The values of a chart for VoiceOver: it plays them as an audio graph, and reads them one by one.
struct ChartGraph: AXChartDescriptorRepresentable {
  /// A value.
  struct Point {
    let x: Double
    let y: Double
    /// The position and the value in words.
    let words: String
  }

  /// The chart in a sentence.
  let summary: Phrase
  /// The name of the horizontal axis.
  var across = Phrase("Time")
  /// The name of the vertical axis.
  let up: Phrase
  /// True if the values are connected.
  var isContinuous = false
  /// The values, in order.
  let points: [Point]
  /// The most values that a person can tell apart in an audio graph.
  private static let most = 400

  func makeChartDescriptor() -> AXChartDescriptor {
    let series = [AXDataSeriesDescriptor(name: up.localized, isContinuous: isContinuous, dataPoints: dataPoints)]
    return AXChartDescriptor(
      title: up.localized, summary: summary.localized, xAxis: axis(across, \.x), yAxis: axis(up, \.y), series: series)
  }

  func updateChartDescriptor(_ descriptor: AXChartDescriptor) {
    let new = makeChartDescriptor()
    descriptor.summary = new.summary
    descriptor.xAxis = new.xAxis
    descriptor.yAxis = new.yAxis
    descriptor.series = new.series
  }

  private var dataPoints: [AXDataPoint] {
    stride(from: 0, to: points.count, by: points.count / Self.most + 1).map { place in
      AXDataPoint(x: points[place].x, y: points[place].y, label: points[place].words)
    }
  }

  private func axis(_ title: Phrase, _ value: KeyPath<Point, Double>) -> AXNumericDataAxisDescriptor {
    let values = points.map { $0[keyPath: value] }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    return AXNumericDataAxisDescriptor(title: title.localized, range: low...max(high, low + 1), gridlinePositions: []) {
      Phrase("\($0, digits: 0)").localized
    }
  }
}

extension View {
  /// Makes a chart one element for VoiceOver, with its sentence and its audio graph.
  func graph(_ graph: ChartGraph) -> some View {
    accessibilityElement(children: .ignore)
      .accessibilityLabel(Text(phrase: graph.summary))
      .accessibilityAddTraits(.isImage)
      .accessibilityChartDescriptor(graph)
  }
}
