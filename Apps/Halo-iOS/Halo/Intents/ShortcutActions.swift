import AppIntents

/// What Shortcuts and Siri can have done. The app hands it in at launch, so that an intent needs to know no screen.
struct ShortcutActions: Sendable {
  /// Syncs all devices; says in a sentence how it went.
  let sync: @Sendable () async throws -> String
  /// Says the last night in a sentence, or that none is known.
  let lastNight: @Sendable () async throws -> String

  /// Makes these the ones that intents call.
  func register() { AppDependencyManager.shared.add(dependency: self) }
}
