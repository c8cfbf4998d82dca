import Charts
import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// A day's values of one metric.
struct SeriesChart: View {
  let series: SeriesPicture

  var body: some View {
    SelectableChart(words: series.selection, graph: graph) { selected in
      Chart(series.points) { point in
        if point.low == point.high {
          PointMark(x: .value("Time", point.minute), y: .value("Value", point.low))
            .symbolSize(14)
            .foregroundStyle(series.metric.color)
        } else {
          BarMark(
            x: .value("Time", point.minute), yStart: .value("Lowest", point.low), yEnd: .value("Highest", point.high)
          )
          .foregroundStyle(series.metric.color)
        }
      }
      .chartXScale(domain: 0...1440)
      .chartXSelection(value: selected)
      .chartYScale(domain: series.range)
      .chartXAxis { LabelledAxis.marks(SeriesPicture.hours) }
      .frame(minHeight: 160)
    }
  }

  private var graph: ChartGraph {
    ChartGraph(
      summary: series.voiceOverText, up: series.metric.title,
      points: series.points.map { point in
        ChartGraph.Point(
          x: Double(point.minute), y: (point.low + point.high) / 2,
          words: series.selection(at: point.minute).map(\.localized) ?? String())
      })
  }
}

/// A metric by day: minimum, maximum and mean.
struct TrendChart: View {
  let trend: TrendPicture

  var body: some View {
    SelectableChart(words: trend.selection, graph: graph) { selected in
      Chart(trend.days) { day in
        BarMark(
          x: .value("Day", day.place), yStart: .value("Lowest", day.low), yEnd: .value("Highest", day.high),
          width: .ratio(0.5)
        )
        .foregroundStyle(trend.metric.color.opacity(0.4))
        .cornerRadius(4)
        PointMark(x: .value("Day", day.place), y: .value("Average", day.average))
          .foregroundStyle(trend.metric.color)
      }
      .chartXScale(domain: -1...trend.length)
      .chartXSelection(value: selected)
      .chartXAxis { LabelledAxis.marks(trend.marks) }
      .chartYScale(domain: .automatic(includesZero: false))
      .frame(minHeight: 200)
    }
  }

  private var graph: ChartGraph {
    ChartGraph(
      summary: trend.voiceOverText, across: Phrase("Day"), up: trend.metric.title,
      points: trend.days.map {
        ChartGraph.Point(x: Double($0.place), y: $0.average, words: $0.voiceOverText.localized)
      })
  }
}

extension Metric {
  /// The color, in light and dark mode.
  var color: Color {
    switch self {
    case .heartRate: .red
    case .heartRateVariability, .heartRateVariabilityRMSSD, .heartRateVariabilitySDNN: .purple
    case .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum: .cyan
    case .skinTemperature: .orange
    case .steps, .distance: .green
    default: .yellow
    }
  }
}
