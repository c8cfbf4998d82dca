import AppIntents
import Foundation

/// Shortcuts: brings home what the devices measured.
struct SyncNow: AppIntent {
  static let title: LocalizedStringResource = "Sync now"
  static let description: IntentDescription? = IntentDescription("Brings home what your ring or strap measured.")

  @AppDependency private var actions: ShortcutActions

  func perform() async throws -> some IntentResult & ProvidesDialog {
    let outcome = try await actions.sync()
    return .result(dialog: "\(outcome)")
  }
}
