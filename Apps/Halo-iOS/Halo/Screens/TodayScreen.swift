import Foundation
import HaloModels
import SwiftUI

/// The current day.
struct TodayScreen: View {
  let model: TodayModel
  let sync: SyncModel

  var body: some View {
    List {
      SyncSection(model: sync)
      LoadedView(loaded: model.contents) { contents in
        if contents.hasOnlyEarlierDays {
          Section { Text("No data for today yet. Sync to get it.") }
        }
        if let steps = contents.steps { StepsSection(steps: steps) }
        if !contents.figures.isEmpty {
          Section("At a glance") { ForEach(contents.figures) { FigureRow(figure: $0) } }
        }
        if let night = contents.night {
          Section("Last night") {
            HypnogramChart(night: night)
            Text(phrase: night.times).font(.subheadline).foregroundStyle(.secondary)
          }
        }
        if let heart = contents.heart {
          Section("Heart") {
            SeriesChart(series: heart)
            if let latest = contents.latestHeartRate { FigureRow(figure: latest) }
          }
        }
        if !contents.others.isEmpty {
          Section("Also measured") { ForEach(contents.others) { FigureRow(figure: $0) } }
        }
        if let battery = contents.battery { Section("My device") { FigureRow(figure: battery) } }
      }
      DisclaimerSection()
    }
    .navigationTitle("Today")
    .task { await model.run() }
  }
}

/// Steps towards the goal.
private struct StepsSection: View {
  let steps: TodayModel.Steps

  var body: some View {
    Section("Movement") {
      if let progress = steps.progress {
        Gauge(value: progress) {
          Text(phrase: steps.figure.name)
        }
        .tint(.green)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(phrase: steps.voiceOverText))
      }
      FigureRow(figure: steps.figure)
    }
  }
}

/// The sync button and the state of the sync.
struct SyncSection: View {
  let model: SyncModel

  var body: some View {
    Section {
      if model.isRunning {
        if let progress = model.progress { ProgressView(value: progress) } else { ProgressView() }
        Button("Stop", role: .cancel) { model.cancel() }
      } else {
        Button("Sync now", systemImage: "arrow.triangle.2.circlepath") { model.start() }
      }
    } footer: {
      Text(phrase: model.words).accessibilityAddTraits(.updatesFrequently)
    }
  }
}

#if DEBUG
  struct TodayScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { TodayScreen(model: $0.today, sync: $0.sync) }
      SimulatedHome(isFilled: false) { TodayScreen(model: $0.today, sync: $0.sync) }.previewDisplayName("Empty")
      SimulatedHome { TodayScreen(model: $0.today, sync: $0.sync) }.preferredColorScheme(.dark)
    }
  }
#endif
