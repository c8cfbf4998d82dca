import Charts
import Foundation
import HaloHealth
import HaloModels
import HaloWearables
import SwiftUI

/// A measurement while one watches, or the sensors as they are.
struct LiveScreen: View {
  let model: LiveModel

  var body: some View {
    List {
      Section {
        if let value = model.value {
          Text(phrase: value)
            .font(.largeTitle)
            .bold()
            .monospacedDigit()
            .frame(maxWidth: .infinity)
            .accessibilityLabel(Text(phrase: model.spoken))
            .accessibilityAddTraits(.updatesFrequently)
        }
        if !model.points.isEmpty { PulseChart(model: model) }
        if let variability = model.variability {
          LabeledContent("Variability of the last minute") { Text(phrase: variability) }
        }
        Text(phrase: model.words).foregroundStyle(.secondary)
        if model.isRunning {
          Button("Stop", systemImage: "stop.circle", role: .destructive) { model.stop() }
        }
      }
      if !model.beatIntervals.isEmpty {
        Section("Beat intervals") { BeatChart(intervals: model.beatIntervals) }
      }
      ForEach(model.traces) { TraceSection(trace: $0) }
      Section("Measure") {
        ForEach(Self.kinds, id: \.self) { kind in
          Button {
            model.start(kind)
          } label: {
            Text(phrase: kind.title)
          }
          .disabled(model.devices.isEmpty)
        }
      }
      DisclaimerSection()
    }
    .navigationTitle("Live")
    .task { await model.run() }
  }

  private static let kinds: [LiveModel.Kind] = [
    .quantity(.heartRate), .quantity(.oxygenSaturation), .quantity(.heartRateVariability), .quantity(.stress), .raw,
  ]
}

/// The values of the last minutes.
private struct PulseChart: View {
  let model: LiveModel

  var body: some View {
    Chart(model.points) { point in
      LineMark(x: .value("Seconds", point.seconds), y: .value("Value", point.value))
        .foregroundStyle(.red)
        .interpolationMethod(.monotone)
    }
    .chartYScale(domain: .automatic(includesZero: false))
    .frame(minHeight: 160)
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text(phrase: model.spoken))
  }
}

/// The latest times between beats.
private struct BeatChart: View {
  let intervals: [Double]

  var body: some View {
    Chart(Array(intervals.enumerated()), id: \.offset) { beat in
      BarMark(x: .value("Beat", beat.offset), y: .value("Milliseconds", beat.element))
        .foregroundStyle(.pink)
    }
    .chartXAxis(.hidden)
    .frame(minHeight: 120)
    .accessibilityHidden(true)
  }
}

/// One sensor's readings, with the rate at which they truly come.
private struct TraceSection: View {
  let trace: RawTrace

  var body: some View {
    Section {
      Chart {
        ForEach(trace.points) { point in
          ForEach(Array(point.values.enumerated()), id: \.offset) { channel in
            LineMark(
              x: .value("Seconds", point.seconds), y: .value("Reading", channel.element),
              series: .value("Channel", channel.offset)
            )
            .foregroundStyle(Self.colors[channel.offset % Self.colors.count])
          }
        }
      }
      .chartYScale(domain: .automatic(includesZero: false))
      .frame(minHeight: 120)
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(Text(phrase: trace.spoken))
    } header: {
      Text(phrase: trace.sensor.title)
    } footer: {
      HStack {
        Text(phrase: trace.rateWords)
        Spacer()
        Text(phrase: trace.sensor.unitTitle)
      }
    }
  }

  private static let colors: [Color] = [.green, .blue, .orange]
}

#if DEBUG
  struct LiveScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { LiveScreen(model: $0.live) }
    }
  }
#endif
