import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// Units, goals, Apple Health, and information about the app.
struct SettingsScreen: View {
  @Bindable private var model: SettingsModel

  init(model: SettingsModel) { _model = Bindable(wrappedValue: model) }

  var body: some View {
    Form {
      Section("Units") {
        Picker("Units", selection: $model.profile.units) {
          Text("Metric").tag(UnitSystem.metric)
          Text("Imperial").tag(UnitSystem.imperial)
        }
        .pickerStyle(.segmented)
      }
      Section("Goals") {
        Stepper("Steps", value: $model.stepGoal, in: Profile.stepGoals, step: 500)
          .accessibilityValue(Text(phrase: model.stepGoalText))
        Text(phrase: model.stepGoalText).foregroundStyle(.secondary).accessibilityHidden(true)
        Stepper("Sleep", value: $model.sleepGoalMinutes, in: Profile.sleepGoals, step: 15)
          .accessibilityValue(Text(phrase: model.sleepGoalText))
        Text(phrase: model.sleepGoalText).foregroundStyle(.secondary).accessibilityHidden(true)
      }
      Section {
        Toggle("Write to Health", isOn: $model.writesHealth).disabled(!HealthWriter.isAvailable)
      } footer: {
        Text("Only measured data: heart rate, SpO₂, steps, sleep. No scores. Halo reads nothing from Health.")
      }
      Section {
        LabeledContent("Time zone") { Text(phrase: model.zone) }
      } footer: {
        Text("Each sync sets the ring's clock to this zone. Days are shown in the time zone of their place.")
      }
      if let problem = model.problem { Section { Text(phrase: problem.phrase) } }
      Section {
      } footer: {
        Text(phrase: TodayModel.disclaimer)
      }
    }
    .navigationTitle("Settings")
    .task(id: model.writesHealth) { await askForHealth() }
  }

  /// Asks for permission once, when the person turns the option on.
  private func askForHealth() async {
    guard model.writesHealth, HealthWriter.isAvailable else { return }
    // Types without permission are not written; the person can change this in the system's settings.
    try? await HealthWriter.askForPermission()
  }
}

#if DEBUG
  struct SettingsScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { SettingsScreen(model: $0.settings) }
    }
  }
#endif
