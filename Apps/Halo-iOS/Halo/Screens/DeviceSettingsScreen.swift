import Foundation
import HaloJournal
import HaloModels
import HaloReports
import HaloWearables
import SwiftUI

/// A device's automatic measurements, its goals, and its actions.
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
      if model.numbersUsers { UserSection(model: model) }
      Section {
        ForEach(model.actions) { ActionRow(model: model, action: $0) }
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

/// The person's number on a device that gives each person one.
private struct UserSection: View {
  let model: DeviceSettingsModel
  @State private var number = ""

  var body: some View {
    Section {
      HStack {
        TextField("Your number", text: $number)
        Button("Save") { if let user = Int(number) { model.setUser(user) } }.disabled(!model.isUserNumber(Int(number)))
      }
    } header: {
      Text("Your number on the device")
    } footer: {
      Text(
        "The device assigns a number to each person. Halo stores only the measurements of yours, also from earlier syncs."
      )
    }
    .onAppear { number = model.device.traits.user.map(String.init) ?? "" }
  }
}

/// An action: a button, with fields for its values. One with a warning is confirmed.
private struct ActionRow: View {
  let model: DeviceSettingsModel
  let action: DeviceAction
  @State private var texts: [String: String] = [:]
  @State private var flags: [String: Bool] = [:]
  @State private var isConfirming = false

  var body: some View {
    VStack(alignment: .leading) {
      ForEach(action.parameters) { ParameterField(parameter: $0, text: text($0), isOn: flag($0)) }
      Button(role: action.warning == nil ? nil : .destructive) {
        if action.warning == nil { model.perform(action, texts, flags) } else { isConfirming = true }
      } label: {
        Text(phrase: action.name)
      }
    }
    .confirmationDialog("Are you sure?", isPresented: $isConfirming, titleVisibility: .visible) {
      Button(role: .destructive) {
        model.perform(action, texts, flags)
      } label: {
        Text(phrase: action.name)
      }
    } message: {
      if let warning = action.warning { Text(phrase: warning) }
    }
  }

  private func text(_ parameter: DeviceAction.Parameter) -> Binding<String> {
    Binding { @MainActor in
      texts[parameter.id] ?? parameter.choices?.first?.id ?? ""
    } set: { @MainActor text in
      texts[parameter.id] = text
    }
  }

  private func flag(_ parameter: DeviceAction.Parameter) -> Binding<Bool> {
    Binding { @MainActor in
      flags[parameter.id] ?? false
    } set: { @MainActor isOn in
      flags[parameter.id] = isOn
    }
  }
}

/// A field for a parameter of an action.
private struct ParameterField: View {
  let parameter: DeviceAction.Parameter
  @Binding var text: String
  @Binding var isOn: Bool

  var body: some View {
    switch parameter.type {
    case .choice:
      Picker(selection: $text) {
        ForEach(parameter.choices ?? []) { Text(phrase: $0.name).tag($0.id) }
      } label: {
        Text(phrase: parameter.name)
      }
    case .flag:
      Toggle(isOn: $isOn) { Text(phrase: parameter.name) }
    case .number, .text:
      VStack(alignment: .leading) {
        Text(phrase: parameter.name)
        Text(phrase: parameter.words).font(.footnote).foregroundStyle(.secondary)
        TextField("Value", text: $text)
      }
    }
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
