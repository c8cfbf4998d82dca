import Foundation
import HaloHealth
import HaloModels
import HaloReports
import SwiftUI

/// Units, goals, Apple Health, and information about the app.
struct SettingsScreen: View {
  @Bindable private var model: SettingsModel
  @Environment(\.startDemo) private var startDemo
  @State private var isRemoving = false

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
        Toggle("Write to Health", isOn: $model.writesHealth).disabled(!model.canWriteHealth)
        Button("Remove what Halo wrote to Health", role: .destructive) { isRemoving = true }
          .disabled(!model.canWriteHealth)
      } footer: {
        if let text = model.healthText { Text(phrase: text) }
        if let removed = model.removed { Text(phrase: removed) }
        Text(
          "Heart rate, SpO₂, steps, sleep, workouts, resting heart rate and HRV from beat intervals. No scores. Halo reads nothing from Health."
        )
      }
      Section {
        Toggle("Notifications", isOn: $model.notifies).disabled(!model.canNotify)
      } footer: {
        if let text = model.notificationText { Text(phrase: text) }
        Text("A low battery, a device that was not seen for a day, and a new night.")
      }
      Section {
        LabeledContent("Time zone") { Text(phrase: model.zone) }
      } footer: {
        Text("Each sync sets the ring's clock to this zone. Days are shown in the time zone of their place.")
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
    .confirmationDialog("Remove from Health?", isPresented: $isRemoving, titleVisibility: .visible) {
      Button("Remove", role: .destructive) { model.removeFromHealth() }
    } message: {
      Text(
        "Everything that Halo wrote to Health is removed there, and Halo stops writing. Your journal keeps its data.")
    }
  }
}

#if DEBUG
  struct SettingsScreenPreviews: PreviewProvider {
    static var previews: some View {
      SimulatedHome { SettingsScreen(model: $0.settings) }
    }
  }
#endif
