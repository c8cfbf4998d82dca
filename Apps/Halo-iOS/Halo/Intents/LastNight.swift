import AppIntents
import Foundation

/// Shortcuts: says how the last night was, as the ring staged it.
struct LastNight: AppIntent {
  static let title: LocalizedStringResource = "Last night"
  static let description: IntentDescription? = IntentDescription("Says how long you slept, as your ring tells it.")

  @AppDependency private var actions: ShortcutActions

  func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
    let night = try await actions.lastNight()
    return .result(value: night, dialog: "\(night)")
  }
}
