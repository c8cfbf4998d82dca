import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// Units, goals, profile, Apple Health, and information about the app.
struct SettingsScreen: View {
  @Bindable private var model: SettingsModel
  @Environment(\.startDemo) private var startDemo

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
        Toggle("Step goal", isOn: $model.profile.hasStepGoal)
        if model.profile.stepGoal != nil {
          Stepper("Steps", value: $model.profile.steps, in: Profile.stepGoals, step: 500)
            .accessibilityValue(Text(phrase: model.stepGoalText))
          Text(phrase: model.stepGoalText).foregroundStyle(.secondary).accessibilityHidden(true)
        }
        Toggle("Sleep goal", isOn: $model.profile.hasSleepGoal)
        if model.profile.sleepGoalMinutes != nil {
          Stepper("Sleep", value: $model.profile.sleepMinutes, in: Profile.sleepGoals, step: 15)
            .accessibilityValue(Text(phrase: model.sleepGoalText))
          Text(phrase: model.sleepGoalText).foregroundStyle(.secondary).accessibilityHidden(true)
        }
      }
      ProfileSection(profile: $model.profile)
      HealthSection(model: model)
      Section {
        Toggle("Notifications", isOn: $model.notifies).disabled(!model.canNotify)
      } footer: {
        if let text = model.notificationText { Text(phrase: text) }
        Text("A low battery, a device that was not seen for a day, and a new night.")
      }
      Section {
        LabeledContent("Time zone") { Text(phrase: model.zone) }
      } footer: {
        Text("Each sync sets the device's clock to this zone. Days are shown in the time zone of their place.")
      }
      if let startDemo {
        Section {
          Button("Try with a simulated ring", systemImage: "testtube.2", action: startDemo)
        } footer: {
          Text("Shows every screen with a simulated ring and its wearer. Your own data is not touched.")
        }
      }
      if let problem = model.problem { Section { Text(phrase: problem.phrase) } }
      Section {
        NavigationLink("Privacy policy") { PrivacyScreen() }
      } footer: {
        Text(phrase: TodayModel.disclaimer)
      }
    }
    .navigationTitle("Settings")
  }
}

#if DEBUG
  struct SettingsScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { SettingsScreen(model: $0.settings) }
    }
  }
#endif
