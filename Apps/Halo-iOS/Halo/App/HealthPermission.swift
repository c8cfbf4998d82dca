import Foundation

/// Asks whether Halo may write into Health.
enum HealthPermission {
  /// Asks; the system shows its sheet only where the person was not asked before. Away from the main actor, because a writer reads its ledger.
  nonisolated static func ask() async {
    let writer = HealthWriter(
      ledger: URL.applicationSupportDirectory.appending(path: "Halo/health.json", directoryHint: .notDirectory))
    // What the person does not allow is not written; they can change their mind in the system's settings.
    try? await writer.askForPermission()
  }
}
