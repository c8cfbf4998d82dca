import AppIntents

/// The actions of Shortcuts and Siri. The app registers them at launch, so that intents do not depend on screens.
struct ShortcutActions: Sendable {
  /// Syncs all devices and returns the result as a sentence.
  let sync: @Sendable () async throws -> String
  /// Returns the last night as a sentence, or that there is no night yet.
  let lastNight: @Sendable () async throws -> String

  /// Registers these actions for the intents.
  func register() { AppDependencyManager.shared.add(dependency: self) }
}
