import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// Heart rate and related metrics: a day, a week, four weeks.
struct HeartScreen: View {
  @Bindable private var model: HeartModel
  private let live: LiveModel
  private let sync: SyncModel

  init(model: HeartModel, live: LiveModel, sync: SyncModel) {
    _model = Bindable(wrappedValue: model)
    self.live = live
    self.sync = sync
  }

  var body: some View {
    List {
      Section {
        Picker("Span", selection: $model.span) {
          ForEach(DaySpan.allCases) { Text(phrase: $0.title).tag($0) }
        }
        .pickerStyle(.segmented)
        DayStepper(model: model)
      }
      MeasureSection(live: live)
      LoadedView(loaded: model.contents) { contents in
        ForEach(contents.trends) { trend in
          Section {
            TrendChart(trend: trend)
          } header: {
            Text(phrase: trend.metric.title)
          } footer: {
            if let caution = trend.metric.caution { Text(phrase: caution) }
          }
        }
        if let summary = contents.summary { Section { Text(phrase: summary) } }
        ForEach(contents.series.filter { $0.metric == .heartRate }) { SeriesSection(series: $0) }
        if !contents.rest.isEmpty { Section("At rest") { ForEach(contents.rest) { FigureRow(figure: $0) } } }
        ForEach(contents.series.filter { $0.metric != .heartRate }) { SeriesSection(series: $0) }
        if let note = contents.zonesNote {
          Section {
            ForEach(contents.zones) { FigureRow(figure: $0) }
          } header: {
            Text("Heart rate zones")
          } footer: {
            Text(phrase: note)
          }
        }
      }
      DisclaimerSection()
    }
    .navigationTitle("Heart")
    .refreshable { await sync.refresh() }
    .task { await model.run() }
  }
}

/// One metric of a day.
private struct SeriesSection: View {
  let series: SeriesPicture

  var body: some View {
    Section {
      SeriesChart(series: series)
      ForEach(series.figures) { FigureRow(figure: $0) }
    } header: {
      Text(phrase: series.metric.title)
    } footer: {
      if let caution = series.metric.caution { Text(phrase: caution) }
    }
  }
}

#if DEBUG
  struct HeartScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { HeartScreen(model: $0.heart, live: $0.live, sync: $0.sync) }
    }
  }
#endif
