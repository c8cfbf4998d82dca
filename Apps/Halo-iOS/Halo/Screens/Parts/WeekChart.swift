import Charts
import Foundation
import HaloModels
import SwiftUI

/// A week's totals by day, with the goal.
struct WeekChart: View {
  private let unit: LocalizedStringKey
  private let week: WeekPicture
  private let color: Color

  /// Creates the chart. VoiceOver names the vertical axis by its unit.
  init(_ unit: LocalizedStringKey, week: WeekPicture, color: Color) {
    self.unit = unit
    self.week = week
    self.color = color
  }

  var body: some View {
    SelectableChart(words: week.selection) { selected in
      Chart {
        ForEach(week.days) { day in
          if let height = day.height {
            BarMark(x: .value("Day", day.place), y: .value(unit, height), width: .ratio(0.6))
              .foregroundStyle(color)
              .cornerRadius(4)
              .accessibilityLabel(Text(phrase: day.words))
          }
        }
        if let goal = week.goal {
          RuleMark(y: .value("Goal", goal))
            .foregroundStyle(.secondary)
            .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
            .accessibilityHidden(true)
        }
      }
      .chartXScale(domain: -1...7)
      .chartXSelection(value: selected)
      .chartXAxis { LabelledAxis.marks(week.marks) }
      .frame(minHeight: 160)
      .accessibilityElement(children: .contain)
      .accessibilityLabel(Text(phrase: week.voiceOverText))
    }
  }
}
