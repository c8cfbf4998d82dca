import AppIntents
import Foundation

/// Shortcuts: syncs all devices.
struct SyncNow: AppIntent {
  static let title: LocalizedStringResource = "Sync now"
  static let description: IntentDescription? = IntentDescription("Syncs the data of your ring or watch.")

  @AppDependency private var actions: ShortcutActions

  func perform() async throws -> some IntentResult & ProvidesDialog {
    let outcome = try await actions.sync()
    return .result(dialog: "\(outcome)")
  }
}
