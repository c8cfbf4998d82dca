import Foundation
import HaloAppleRadio
import HaloHealth
import HaloJournal
import HaloModels
import SwiftUI

/// What goes on behind the screens: the models, syncs in the background, Shortcuts, and what follows a sync.
@MainActor
final class AppServices {
  let app: AppModel
  private let radio: AppleRadio
  private var health: HealthWriter?
  private var handedOn: Moment?

  init() {
    radio = AppleRadio(restoreIdentifier: "halo.radio")
    app = AppModel(.app, radio: radio, picker: AccessorySetupPicker(kinds: PickerItems.kinds()))
  }

  /// Says what is done in the background and for Shortcuts. Has to be called before the app has finished launching.
  func register() {
    BackgroundSync.register { try await self.syncUnseen() }
    ShortcutActions(
      sync: { try await self.syncUnseen() }, lastNight: { try await self.lastNight() }
    ).register()
  }

  /// Opens the journal and runs the models until the app's window goes.
  func run() async {
    await radio.start()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.app.run() }
      group.addTask { await self.followSyncs() }
    }
  }

  /// Takes the app's coming and going: what is shown may be of yesterday, and a link that is held flattens a ring.
  func take(_ phase: ScenePhase) {
    switch phase {
    case .active: app.models?.environment.changes.announce()
    case .background:
      app.models?.rings.disconnect()
      BackgroundSync.schedule()
    default: break
    }
  }

  /// Syncs where nobody looks; how it went, in a sentence.
  @discardableResult
  private func syncUnseen() async throws -> String {
    await app.open()
    guard let models = app.models else {
      if case .failed(let problem) = app.state { throw Unseen(problem) }
      return ""
    }
    await models.sync.sync()
    try Task.checkCancellation()
    if case .failed(let problem) = models.sync.state { throw Unseen(problem) }
    await handOn(models)
    return models.sync.words.localized
  }

  /// The last night in a sentence.
  private func lastNight() async throws -> String {
    await app.open()
    guard let environment = app.models?.environment else { return Phrase("No night yet").localized }
    return try await Self.lastNight(environment)
  }

  private nonisolated static func lastNight(_ environment: ModelEnvironment) async throws -> String {
    let today = environment.today
    let night = try environment.journal.nights(from: today, to: today, wearer: environment.wearer)
      .last { $0.kind == .night }
    return night.map { NightPicture($0).spoken.localized } ?? Phrase("No night yet").localized
  }

  /// What goes wrong where nobody looks, for Shortcuts.
  private struct Unseen: LocalizedError {
    let errorDescription: String?

    init(_ problem: Problem) { errorDescription = problem.phrase.localized }
  }

  /// Hands on what each sync brought.
  private func followSyncs() async {
    while app.models == nil, !Task.isCancelled {
      // The journal is opened within moments, or when somebody has made that possible and tries again.
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
    }
    guard let models = app.models else { return }
    for await _ in models.environment.changes.updates() { await handOn(models) }
  }

  private func handOn(_ models: AppModel.Models) async {
    guard let last = models.sync.lastSync, last != handedOn else { return }
    handedOn = last
    let environment = models.environment
    if environment.settings.current.writesHealth, health == nil, HealthWriter.isAvailable {
      health = await Self.writer()
    }
    let writer = environment.settings.current.writesHealth ? health : nil
    // What cannot be handed on now is handed on after the next sync.
    try? await AfterSync.handOn(environment.journal, wearer: environment.wearer, at: environment.now, health: writer)
  }

  /// The ledger is read away from the main actor.
  private nonisolated static func writer() async -> HealthWriter {
    HealthWriter(
      ledger: URL.applicationSupportDirectory.appending(path: "Halo/health.json", directoryHint: .notDirectory))
  }
}
