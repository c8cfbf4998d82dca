import Foundation
import HaloHealth
import HaloJournal
import HaloModels
import HaloReports
import SwiftUI

/// A treadmill, bike or rower: what it reports, and its control. Stop is always on the screen.
struct MachineScreen: View {
  @State private var model: MachineModel
  @State private var isStarting = false

  init(device: Device, environment: ModelEnvironment, workout: WorkoutModel) {
    _model = State(initialValue: MachineModel(device, environment, workout: workout))
  }

  var body: some View {
    List {
      Section {
        ForEach(model.figures) { FigureRow(figure: $0) }
      } footer: {
        Text(phrase: model.linkText)
      }
      ControlSection(model: model, isStarting: $isStarting)
      RecordSection(model: model, workout: model.workout)
      LimitSection(model: model)
    }
    .navigationTitle(Text(verbatim: model.device.name))
    .safeAreaInset(edge: .bottom) { StopBar(model: model) }
    .task { await model.run() }
    .confirmationDialog("Start the belt?", isPresented: $isStarting, titleVisibility: .visible) {
      Button("Start") { model.start() }
    } message: {
      Text(phrase: model.startText)
    }
  }
}

/// The last message and Stop, above everything else.
private struct StopBar: View {
  let model: MachineModel

  var body: some View {
    VStack(spacing: 8) {
      if let message = model.message {
        HStack {
          if model.isUrgent { Image(systemName: "exclamationmark.triangle").accessibilityHidden(true) }
          Text(phrase: message)
        }
        .font(model.isUrgent ? .headline : .footnote)
        .foregroundStyle(model.isUrgent ? Color.red : Color.secondary)
      }
      if model.canStop {
        Button(role: .destructive) {
          model.stop()
        } label: {
          Label("Stop", systemImage: "stop.circle").font(.title2).bold().frame(maxWidth: .infinity, minHeight: 44)
        }
        .buttonStyle(.borderedProminent)
        .tint(.red)
        .accessibilityHint("Stops the belt.")
      }
    }
    .padding()
    .background(.regularMaterial)
  }
}

/// Taking control, starting the belt, and the values that can be changed.
private struct ControlSection: View {
  let model: MachineModel
  @Binding var isStarting: Bool

  var body: some View {
    Section {
      if model.isControlled {
        if model.canStart { Button("Start the belt", systemImage: "play.circle") { isStarting = true } }
        if model.canPause { Button("Pause") { model.pause() } }
        ForEach(model.settings) { SettingRow(model: model, setting: $0) }
        Button("Release control", systemImage: "minus.circle") { model.releaseControl() }
      } else {
        Button("Take control", systemImage: "target") { model.takeControl() }.disabled(!model.canTakeControl)
      }
    } footer: {
      if model.canStop {
        Text("When you release control or leave this screen, Halo stops the belt. Wear the safety key.")
      }
    }
  }
}

/// A value with buttons to lower and raise it.
private struct SettingRow: View {
  let model: MachineModel
  let setting: MachineModel.Setting

  var body: some View {
    Stepper {
      FigureRow(figure: setting.fact)
    } onIncrement: {
      model.change(setting.id, by: 1)
    } onDecrement: {
      model.change(setting.id, by: -1)
    }
  }
}

/// Recording a workout with the machine.
private struct RecordSection: View {
  let model: MachineModel
  let workout: WorkoutModel

  var body: some View {
    Section {
      if model.isRecorded {
        Text(phrase: workout.elapsed).font(.title).monospacedDigit().accessibilityAddTraits(.updatesFrequently)
        Button("Finish", systemImage: "stop.circle", role: .destructive) { workout.stop() }
      } else {
        Button("Record a workout", systemImage: "figure.run") { model.startWorkout() }.disabled(!model.canRecord)
      }
    } footer: {
      if model.isRecorded {
        Text(phrase: workout.words)
      } else {
        Text("Begin the recording before you take control.")
      }
    }
  }
}

/// The person's limit and the machine's unit, which cannot be changed during control.
private struct LimitSection: View {
  let model: MachineModel

  var body: some View {
    Section {
      Stepper {
        Text(phrase: model.speedLimitText)
      } onIncrement: {
        model.changeSpeedLimit(by: 1)
      } onDecrement: {
        model.changeSpeedLimit(by: -1)
      }
      Picker("Unit of the display", selection: unit) {
        Text("By its model").tag(SpeedUnit?.none)
        Text("Kilometers").tag(Optional(SpeedUnit.kilometersPerHour))
        Text("Miles").tag(Optional(SpeedUnit.milesPerHour))
        Text("Takes miles, shows kilometers").tag(Optional(SpeedUnit.milesAccepted))
        Text("Takes kilometers, shows miles").tag(Optional(SpeedUnit.milesReported))
      }
    } footer: {
      Text("Halo never sets a speed above your limit.")
    }
    .disabled(model.isControlled || model.isRecorded)
  }

  private var unit: Binding<SpeedUnit?> {
    let current = model.unit
    return Binding {
      current
    } set: { @MainActor unit in
      model.choose(unit)
    }
  }
}
