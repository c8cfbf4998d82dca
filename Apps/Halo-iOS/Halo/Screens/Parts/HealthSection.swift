import Foundation
import HaloModels
import SwiftUI

/// Writing to Apple Health: the switch, the whole history, what Health refused, and removing everything.
struct HealthSection: View {
  @Bindable private var model: SettingsModel
  @State private var isRemoving = false

  init(model: SettingsModel) { _model = Bindable(wrappedValue: model) }

  var body: some View {
    Section {
      Toggle("Write to Health", isOn: $model.writesHealth).disabled(!model.canWriteHealth)
      if let text = model.historyText {
        Text(phrase: text).foregroundStyle(.secondary).accessibilityAddTraits(.updatesFrequently)
        if let progress = model.historyProgress {
          ProgressView(value: progress)
          Button("Stop", role: .cancel) { model.cancelHistory() }
        } else {
          Button {
            model.writeHistory()
          } label: {
            Text(phrase: model.historyOffer)
          }
        }
      }
      ForEach(model.refusals, id: \.self) { Text(phrase: $0) }
      if !model.refusals.isEmpty {
        Button("Try again", systemImage: "arrow.clockwise") { model.retryRefused() }
      }
      Button("Remove what Halo wrote to Health", role: .destructive) { isRemoving = true }
        .disabled(!model.canWriteHealth)
    } header: {
      Text("Health")
    } footer: {
      VStack(alignment: .leading, spacing: 8) {
        if let text = model.healthText { Text(phrase: text) }
        if let removed = model.removed { Text(phrase: removed) }
        Text(
          "Heart rate, SpO₂, steps, sleep, workouts, resting heart rate and HRV from beat intervals. No scores. Halo reads nothing from Health."
        )
      }
    }
    .confirmationDialog("Remove from Health?", isPresented: $isRemoving, titleVisibility: .visible) {
      Button("Remove", role: .destructive) { model.removeFromHealth() }
    } message: {
      Text(
        "Everything that Halo wrote to Health is removed there, and Halo stops writing. Your journal keeps its data.")
    }
  }
}
