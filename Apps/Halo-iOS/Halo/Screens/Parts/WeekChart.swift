import Charts
import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// A week's totals by day, with the goal.
struct WeekChart: View {
  private let unit: LocalizedStringKey
  private let title: Phrase
  private let week: WeekPicture
  private let color: Color

  /// Creates the chart. VoiceOver names the vertical axis by its unit.
  init(_ unit: LocalizedStringKey, title: Phrase, week: WeekPicture, color: Color) {
    self.unit = unit
    self.title = title
    self.week = week
    self.color = color
  }

  var body: some View {
    SelectableChart(words: week.selection, graph: graph) { selected in
      Chart {
        ForEach(week.days) { day in
          if let height = day.height {
            BarMark(x: .value("Day", day.place), y: .value(unit, height), width: .ratio(0.6))
              .foregroundStyle(color)
              .cornerRadius(4)
          }
        }
        if let goal = week.goal {
          RuleMark(y: .value("Goal", goal))
            .foregroundStyle(.secondary)
            .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
        }
      }
      .chartXScale(domain: -1...7)
      .chartXSelection(value: selected)
      .chartXAxis { LabelledAxis.marks(week.marks) }
      .frame(minHeight: 160)
    }
  }

  private var graph: ChartGraph {
    ChartGraph(
      summary: week.voiceOverText, across: Phrase("Day"), up: title,
      points: week.days.compactMap { day in
        day.height.map { ChartGraph.Point(x: Double(day.place), y: $0, words: day.words.localized) }
      })
  }
}
