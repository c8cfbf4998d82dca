import Charts
import Foundation
import HaloModels
import SwiftUI

/// A day's movement, its week, and the workouts.
struct ActivityScreen: View {
  let model: ActivityModel
  let workout: WorkoutModel

  var body: some View {
    List {
      DayStepper(model: model)
      Section {
        NavigationLink {
          WorkoutScreen(model: workout)
        } label: {
          Label("Record a workout", systemImage: "figure.run")
        }
      }
      LoadedView(loaded: model.contents) { contents in
        Section("Movement") {
          if let progress = contents.progress {
            Gauge(value: progress) { Text("Steps") }
              .tint(contents.isReached ? .green : .orange)
              .accessibilityElement(children: .ignore)
              .accessibilityLabel(Text(phrase: contents.voiceOverText))
          }
          if !contents.intervals.isEmpty { StepsChart(contents: contents) }
          ForEach(contents.figures) { FigureRow(figure: $0) }
        }
        Section("Week") { StepsWeekChart(contents: contents) }
        if !contents.workouts.isEmpty {
          Section("Workouts") { ForEach(contents.workouts) { WorkoutRow(workout: $0) } }
        }
      }
      DisclaimerSection()
    }
    .navigationTitle("Activity")
    .task { await model.run() }
  }
}

/// Steps through the day.
private struct StepsChart: View {
  let contents: ActivityModel.Contents

  var body: some View {
    Chart(contents.intervals) { interval in
      RectangleMark(
        xStart: .value("From", interval.minute), xEnd: .value("To", interval.chartEnd),
        yStart: .value("Steps", 0), yEnd: .value("Steps", interval.steps)
      )
      .foregroundStyle(.green)
    }
    .chartXScale(domain: 0...1440)
    .chartXAxis { LabelledAxis.marks(SeriesPicture.hours) }
    .frame(minHeight: 140)
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(phrase: contents.voiceOverText))
    .accessibilityAddTraits(.isImage)
  }
}

/// Steps of a week, with the goal.
private struct StepsWeekChart: View {
  let contents: ActivityModel.Contents

  var body: some View {
    Chart {
      ForEach(contents.week) { bar in
        if let steps = bar.steps {
          BarMark(x: .value("Day", bar.place), y: .value("Steps", steps), width: .ratio(0.6))
            .foregroundStyle(.green)
            .cornerRadius(4)
            .accessibilityLabel(Text(phrase: bar.voiceOverText))
        }
      }
      if let goal = contents.goal {
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

/// A workout in the list.
private struct WorkoutRow: View {
  let workout: ActivityModel.Row

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(phrase: workout.title).font(.headline)
      Text(phrase: workout.when).font(.subheadline).foregroundStyle(.secondary)
      ForEach(workout.figures) { FigureRow(figure: $0) }
    }
  }
}

#if DEBUG
  struct ActivityScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { ActivityScreen(model: $0.activity, workout: $0.workout) }
    }
  }
#endif
