import Charts
import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// A night, its naps, and the week up to it.
struct SleepScreen: View {
  let model: SleepModel
  let sync: SyncModel

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
        Section("Week") { WeekChart("Hours", title: Phrase("Asleep"), week: contents.week, color: .indigo) }
      }
      DisclaimerSection()
    }
    .navigationTitle("Sleep")
    .refreshable { await sync.refresh() }
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

#if DEBUG
  struct SleepScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { SleepScreen(model: $0.sleep, sync: $0.sync) }
      SimulatedHome(isFilled: false) { SleepScreen(model: $0.sleep, sync: $0.sync) }.previewDisplayName("Empty")
    }
  }
#endif
