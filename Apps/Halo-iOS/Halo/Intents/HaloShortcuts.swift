import AppIntents
import Foundation

/// The intents that Shortcuts and Siri offer without configuration.
struct HaloShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: SyncNow(), phrases: ["Sync \(.applicationName)", "Sync my ring with \(.applicationName)"],
      shortTitle: "Sync now", systemImageName: "arrow.triangle.2.circlepath")
    AppShortcut(
      intent: LastNight(),
      phrases: ["How was my night in \(.applicationName)", "Last night in \(.applicationName)"],
      shortTitle: "Last night", systemImageName: "bed.double")
  }
}
