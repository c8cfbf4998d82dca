import Charts
import Foundation
import HaloEngine
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import HaloWearables
import SwiftUI
import UIKit

/// A live measurement, or raw sensor data.
struct LiveScreen: View {
  @Bindable private var model: LiveModel
  private let measuresAtOnce: Bool
  @State private var hasBegun = false

  /// Creates the screen. With `measuresAtOnce`, it begins with the heart rate.
  init(model: LiveModel, measuresAtOnce: Bool = false) {
    _model = Bindable(wrappedValue: model)
    self.measuresAtOnce = measuresAtOnce
  }

  var body: some View {
    List {
      Section {
        if let value = model.value {
          Text(phrase: value)
            .font(.largeTitle)
            .bold()
            .monospacedDigit()
            .frame(maxWidth: .infinity)
            .accessibilityLabel(Text(phrase: model.voiceOverText))
            .accessibilityAddTraits(.updatesFrequently)
        }
        if !model.points.isEmpty { PulseChart(model: model) }
        if let variability = model.variability {
          LabeledContent("HRV over the last minute") { Text(phrase: variability) }
        }
        Text(phrase: model.words).foregroundStyle(.secondary)
        if let summary = model.summary { Text(phrase: summary).foregroundStyle(.secondary) }
        if model.isRunning {
          Button("Stop", systemImage: "stop.circle", role: .destructive) { model.stop() }
        }
      }
      if !model.beatIntervals.isEmpty {
        Section("Beat intervals") { BeatChart(model: model) }
      }
      ForEach(model.traces) { TraceSection(trace: $0) }
      Section("Measure") {
        if model.devices.count > 1 {
          Picker("Device", selection: $model.selection) {
            ForEach(model.devices, id: \.id) { Text(verbatim: $0.name).tag(Optional($0)) }
          }
        }
        ForEach(model.kinds, id: \.self) { kind in
          Button {
            model.start(kind)
          } label: {
            Text(phrase: kind.title)
          }
        }
      }
      DisclaimerSection()
    }
    .navigationTitle("Live")
    .task { await model.run() }
    .onChange(of: model.kinds, initial: true) { _, kinds in
      guard measuresAtOnce, !hasBegun, !model.isRunning, kinds.contains(.quantity(.heartRate)) else { return }
      hasBegun = true
      model.start(.quantity(.heartRate))
    }
    // Locking the phone would end the measurement; HRV alone takes a minute to begin.
    .onChange(of: model.isRunning, initial: true) { _, isRunning in
      UIApplication.shared.isIdleTimerDisabled = isRunning
    }
    .onDisappear { UIApplication.shared.isIdleTimerDisabled = false }
  }
}

/// The values of the last minutes.
private struct PulseChart: View {
  let model: LiveModel

  var body: some View {
    Chart {
      LinePlot(
        model.points, x: .value("Seconds", \.seconds), y: .value("Value", \.value), series: .value("Channel", 0)
      )
      .foregroundStyle(.red)
      .interpolationMethod(.monotone)
    }
    .chartYScale(domain: model.scale ?? 40...60)
    .frame(minHeight: 160)
    .graph(
      ChartGraph(summary: model.voiceOverText, up: model.kind?.title ?? Phrase("Value"), points: model.points))
  }
}

/// The latest beat intervals.
private struct BeatChart: View {
  let model: LiveModel

  var body: some View {
    Chart(Array(model.beatIntervals.enumerated()), id: \.offset) { beat in
      BarMark(x: .value("Beat", beat.offset), y: .value("Milliseconds", beat.element))
        .foregroundStyle(.pink)
    }
    .chartXAxis(.hidden)
    .frame(minHeight: 120)
    .graph(
      ChartGraph(
        summary: model.beatsVoiceOverText, across: Phrase("Beat"), up: Phrase("Beat intervals"),
        points: model.beatIntervals.enumerated().map { place, length in
          ChartGraph.Point(x: Double(place), y: length, words: Phrase("\(length, digits: 0) ms").localized)
        }))
  }
}

/// One sensor's readings, with the measured sampling rate.
private struct TraceSection: View {
  let trace: RawTrace

  var body: some View {
    Section {
      // One plot for each channel, over an array that changes ten times a second: single marks would be thousands.
      Chart {
        ForEach(Array(trace.channels.enumerated()), id: \.offset) { channel in
          LinePlot(
            channel.element, x: .value("Seconds", \.seconds), y: .value("Reading", \.value),
            series: .value("Channel", channel.offset)
          )
          .foregroundStyle(Self.colors[channel.offset % Self.colors.count])
        }
      }
      .chartYScale(domain: .automatic(includesZero: false))
      .frame(minHeight: 120)
      .graph(
        ChartGraph(summary: trace.voiceOverText, up: trace.sensor.title, points: trace.channels.first ?? []))
    } header: {
      Text(phrase: trace.sensor.title)
    } footer: {
      HStack {
        Text(phrase: trace.rateText)
        Spacer()
        Text(phrase: trace.sensor.unitTitle)
      }
    }
  }

  private static let colors: [Color] = [.green, .blue, .orange]
}

extension ChartGraph {
  /// Creates the graph of a live measurement.
  fileprivate init(summary: Phrase, up: Phrase, points: [LivePoint]) {
    self.init(
      summary: summary, across: Phrase("Seconds"), up: up, isContinuous: true,
      points: points.map { Point(x: $0.seconds, y: $0.value, words: Phrase("\($0.value, digits: 1)").localized) })
  }
}

#if DEBUG
  struct LiveScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { LiveScreen(model: $0.live) }
    }
  }
#endif
