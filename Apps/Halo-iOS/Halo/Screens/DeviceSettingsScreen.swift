import Foundation
import HaloJournal
import HaloModels
import HaloReports
import HaloWearables
import SwiftUI

/// A device's automatic measurements, its goals, and finding it.
struct DeviceSettingsScreen: View {
  @State private var model: DeviceSettingsModel

  init(device: Device, environment: ModelEnvironment) {
    _model = State(initialValue: DeviceSettingsModel(device, environment))
  }

  var body: some View {
    List {
      if model.hasMeasurements {
        Section {
          LoadedView(loaded: model.settings) { settings in
            ForEach(settings, id: \.quantity) { MeasurementRow(model: model, measurement: $0) }
          }
        } header: {
          Text("Measures by itself")
        } footer: {
          Text("More measurements use more of the battery. The values are those that the device keeps.")
        }
      }
      Section {
        if model.canSignal { Button("Find", systemImage: "location.circle") { model.find() } }
        if model.hasGoals { Button("Use my goals on the device", systemImage: "target") { model.writeGoals() } }
        if model.hasMeasurements { Button("Read again", systemImage: "arrow.clockwise") { model.reload() } }
      } footer: {
        if model.isBusy { Text("Asking the device …") }
        if let message = model.message { Text(phrase: message) }
        if let problem = model.problem { Text(phrase: problem.phrase) }
      }
      .disabled(model.isBusy)
    }
    .navigationTitle("Device settings")
    .task { await model.run() }
  }
}

/// One automatic measurement: on or off, and its interval if the device has one.
private struct MeasurementRow: View {
  let model: DeviceSettingsModel
  let measurement: AutomaticMeasurement

  var body: some View {
    VStack(alignment: .leading) {
      Toggle(isOn: isEnabled) { Text(phrase: DeviceSettingsModel.title(measurement.quantity)) }
      if measurement.isEnabled, let minutes = measurement.intervalMinutes {
        Picker("Interval in minutes", selection: interval) {
          ForEach(model.intervals(with: minutes), id: \.self) { Text(verbatim: "\($0)").tag($0) }
        }
      }
    }
    .disabled(model.isBusy)
  }

  private var isEnabled: Binding<Bool> {
    Binding {
      measurement.isEnabled
    } set: { @MainActor isEnabled in
      model.change(
        AutomaticMeasurement(
          measurement.quantity, isEnabled: isEnabled, intervalMinutes: measurement.intervalMinutes))
    }
  }

  private var interval: Binding<Int> {
    Binding {
      measurement.intervalMinutes ?? 0
    } set: { @MainActor minutes in
      model.change(AutomaticMeasurement(measurement.quantity, isEnabled: true, intervalMinutes: minutes))
    }
  }
}
