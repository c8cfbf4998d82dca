import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// Units, goals, Health, and what this app is.
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
          .accessibilityValue(Text(phrase: model.stepGoalWords))
        Text(phrase: model.stepGoalWords).foregroundStyle(.secondary).accessibilityHidden(true)
        Stepper("Sleep", value: $model.sleepGoalMinutes, in: Profile.sleepGoals, step: 15)
          .accessibilityValue(Text(phrase: model.sleepGoalWords))
        Text(phrase: model.sleepGoalWords).foregroundStyle(.secondary).accessibilityHidden(true)
      }
      Section {
        Toggle("Write into Health", isOn: $model.writesHealth).disabled(!HealthWriter.isAvailable)
      } footer: {
        Text("Only what your ring measured: heart rate, oxygen, steps, sleep. Never a score, and nothing is read.")
      }
      Section {
        LabeledContent("Time zone") { Text(phrase: model.zone) }
      } footer: {
        Text("The ring's clock is set to it with every sync. Days are shown by the clock on the wall where they were.")
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

  /// Asks once, when the person turns it on.
  private func askForHealth() async {
    guard model.writesHealth, HealthWriter.isAvailable else { return }
    // What the person does not allow is not written; they can change their mind in the system's settings.
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
