import Foundation
import HaloModels
import SwiftUI

/// A day: the current one, or an earlier one.
struct TodayScreen: View {
  let model: TodayModel
  let sync: SyncModel
  let live: LiveModel

  var body: some View {
    List {
      DayStepper(model: model)
      LoadedView(loaded: model.contents) { contents in
        if let account = contents.account { Section { Text(phrase: account) } }
        if let dial = contents.dial { Section { DialView(dial: dial).swipes(model) } }
        if !contents.tiles.isEmpty { Section { TileGrid(figures: contents.tiles) } }
        MeasureSection(live: live)
        if let steps = contents.steps { StepsSection(steps: steps) }
        if !contents.figures.isEmpty {
          Section("At a glance") { ForEach(contents.figures) { FigureRow(figure: $0) } }
        }
        if let night = contents.night {
          Section("Night") {
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
      SyncSection(model: sync)
      DisclaimerSection()
    }
    .navigationTitle("Today")
    .refreshable { await sync.refresh() }
    .task { await model.run() }
  }
}

/// The way to a live measurement.
struct MeasureSection: View {
  let live: LiveModel

  var body: some View {
    Section {
      NavigationLink {
        LiveScreen(model: live, measuresAtOnce: true)
      } label: {
        Label("Measure now", systemImage: "waveform.path.ecg")
      }
    }
  }
}

/// Steps towards the goal.
private struct StepsSection: View {
  let steps: TodayContents.Steps

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
    // A strap or a machine alone has nothing to sync.
    if model.isRunning || !model.devices.isEmpty { section }
  }

  private var section: some View {
    Section {
      if model.isRunning {
        if let progress = model.progress { ProgressView(value: progress) } else { ProgressView() }
        Button("Stop", role: .cancel) { model.cancel() }
      } else {
        Button("Sync now", systemImage: "arrow.triangle.2.circlepath") { model.start() }
      }
    } footer: {
      // The age of the data grows while the screen is shown.
      TimelineView(.everyMinute) { _ in Text(phrase: model.words).accessibilityAddTraits(.updatesFrequently) }
    }
  }
}

#if DEBUG
  struct TodayScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { TodayScreen(model: $0.today, sync: $0.sync, live: $0.live) }
      SimulatedHome(isFilled: false) { TodayScreen(model: $0.today, sync: $0.sync, live: $0.live) }.previewDisplayName(
        "Empty")
      SimulatedHome { TodayScreen(model: $0.today, sync: $0.sync, live: $0.live) }.preferredColorScheme(.dark)
    }
  }
#endif
