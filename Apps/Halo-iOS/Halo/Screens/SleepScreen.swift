import Charts
import Foundation
import HaloHealth
import HaloModels
import SwiftUI

/// A night, its naps, and the week up to it.
struct SleepScreen: View {
  let model: SleepModel

  var body: some View {
    List {
      DayStepper(model: model)
      LoadedView(loaded: model.contents) { contents in
        if let account = contents.account { Section { Text(phrase: account) } }
        if let night = contents.night { NightSection(night: night) }
        ForEach(contents.naps) { NightSection(night: $0) }
        if !contents.figures.isEmpty {
          Section("Details") { ForEach(contents.figures) { FigureRow(figure: $0) } }
        }
        Section("Week") { SleepWeekChart(contents: contents) }
      }
      DisclaimerSection()
    }
    .navigationTitle("Sleep")
    .task { await model.run() }
  }
}

/// A night or a nap.
private struct NightSection: View {
  let night: NightPicture

  var body: some View {
    Section {
      if night.hasStages { HypnogramChart(night: night) }
      ForEach(night.figures) { FigureRow(figure: $0) }
    } header: {
      HStack {
        Text(phrase: night.title)
        Spacer()
        Text(phrase: night.times)
      }
    }
  }
}

/// The hours asleep of a week, with the goal.
private struct SleepWeekChart: View {
  let contents: SleepModel.Contents

  var body: some View {
    Chart {
      ForEach(contents.week) { bar in
        if let hours = bar.hours {
          BarMark(x: .value("Day", bar.place), y: .value("Hours", hours), width: .ratio(0.6))
            .foregroundStyle(.indigo)
            .cornerRadius(4)
            .accessibilityLabel(Text(phrase: bar.voiceOverText))
        }
      }
      if let goal = contents.goalHours {
        RuleMark(y: .value("Goal", goal))
          .foregroundStyle(.secondary)
          .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 4]))
          .accessibilityHidden(true)
      }
    }
    .chartXScale(domain: -1...7)
    .chartXAxis { LabelledAxis.marks(contents.weekMarks) }
    .frame(minHeight: 160)
    .accessibilityElement(children: .contain)
    .accessibilityLabel(Text(phrase: contents.weekVoiceOverText))
  }
}

#if DEBUG
  struct SleepScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { SleepScreen(model: $0.sleep) }
      SimulatedHome(isFilled: false) { SleepScreen(model: $0.sleep) }.previewDisplayName("Empty")
    }
  }
#endif
