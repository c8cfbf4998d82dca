import Charts
import Foundation
import HaloModels
import HaloReports
import SwiftUI

/// A day's movement, its week, and the workouts.
struct ActivityScreen: View {
  let model: ActivityModel
  let workout: WorkoutModel
  let sync: SyncModel

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
              .tint(contents.progress == 1 ? .green : .orange)
              .accessibilityElement(children: .ignore)
              .accessibilityLabel(Text(phrase: contents.voiceOverText))
          }
          if !contents.intervals.isEmpty { StepsChart(contents: contents) }
          ForEach(contents.figures) { FigureRow(figure: $0) }
        }
        Section("Week") { WeekChart("Steps", title: Phrase("Steps"), week: contents.week, color: .green) }
        if !contents.workouts.isEmpty {
          Section("Workouts") { ForEach(contents.workouts) { WorkoutRow(workout: $0) } }
        }
      }
      DisclaimerSection()
    }
    .navigationTitle("Activity")
    .refreshable { await sync.refresh() }
    .task { await model.run() }
  }
}

/// Steps through the day.
private struct StepsChart: View {
  let contents: ActivityContents

  var body: some View {
    SelectableChart(words: contents.selection, graph: graph) { selected in
      Chart(contents.intervals) { interval in
        RectangleMark(
          xStart: .value("From", interval.minute), xEnd: .value("To", interval.chartEnd),
          yStart: .value("Steps", 0), yEnd: .value("Steps", interval.steps)
        )
        .foregroundStyle(.green)
      }
      .chartXScale(domain: 0...1440)
      .chartXSelection(value: selected)
      .chartXAxis { LabelledAxis.marks(SeriesPicture.hours) }
      .frame(minHeight: 140)
    }
  }

  private var graph: ChartGraph {
    ChartGraph(
      summary: contents.voiceOverText, up: Phrase("Steps"),
      points: contents.intervals.map { interval in
        ChartGraph.Point(
          x: Double(interval.minute), y: Double(interval.steps),
          words: contents.selection(at: interval.minute).map(\.localized) ?? String())
      })
  }
}

/// A workout in the list.
private struct WorkoutRow: View {
  let workout: ActivityContents.Row

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(phrase: workout.title).font(.headline)
      Text(phrase: workout.when).font(.subheadline).foregroundStyle(.secondary)
      ForEach(workout.figures) { FigureRow(figure: $0) }
      ForEach(workout.zones) { FigureRow(figure: $0) }
    }
  }
}

#if DEBUG
  struct ActivityScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { ActivityScreen(model: $0.activity, workout: $0.workout, sync: $0.sync) }
    }
  }
#endif
