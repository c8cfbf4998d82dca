import Charts
import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// A hypnogram. Each stage has its own row, so that it does not depend on color vision.
struct HypnogramChart: View {
  let night: NightPicture

  var body: some View {
    SelectableChart(words: night.selection, graph: graph) { selected in
      Chart(night.segments) { segment in
        if let stage = segment.stage {
          RectangleMark(
            xStart: .value("From", segment.start), xEnd: .value("To", segment.end),
            y: .value("Stage", stage.title.localized), height: .ratio(0.8)
          )
          .foregroundStyle(stage.color)
          .cornerRadius(2)
        }
      }
      .chartXScale(domain: 0...max(night.minutes, 1))
      .chartYScale(domain: NightPicture.rows.map(\.title.localized))
      .chartXSelection(value: selected)
      .chartXAxis { LabelledAxis.marks(night.marks) }
      .frame(minHeight: 180)
    }
  }

  /// The deeper the sleep, the lower the tone.
  private var graph: ChartGraph {
    ChartGraph(
      summary: night.voiceOverText, up: Phrase("Stage"),
      points: night.segments.compactMap { segment in
        segment.stage.flatMap { NightPicture.rows.firstIndex(of: $0) }.map { row in
          ChartGraph.Point(
            x: Double(segment.start), y: Double(NightPicture.rows.count - row), words: segment.voiceOverText.localized)
        }
      })
  }
}

extension SleepStage {
  /// The color, in light and dark mode.
  var color: Color {
    switch self {
    case .awake: .orange
    case .rem: .cyan
    case .light: .blue
    case .deep: .indigo
    }
  }
}

/// An axis with a model's labels.
enum LabelledAxis {
  @MainActor static func marks(_ labels: [ChartLabel]) -> some AxisContent {
    AxisMarks(values: labels.map(\.position)) { value in
      AxisGridLine()
      AxisValueLabel {
        if labels.indices.contains(value.index) { Text(phrase: labels[value.index].label) }
      }
    }
  }
}
