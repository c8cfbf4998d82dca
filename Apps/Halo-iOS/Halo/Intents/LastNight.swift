import AppIntents
import Foundation

/// Shortcuts: returns last night's sleep, as staged by the ring.
struct LastNight: AppIntent {
  static let title: LocalizedStringResource = "Last night"
  static let description: IntentDescription? = IntentDescription("Returns your sleep time, as reported by your device.")

  @AppDependency private var actions: ShortcutActions

  func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
    let night = try await actions.lastNight()
    return .result(value: night, dialog: "\(night)")
  }
}
