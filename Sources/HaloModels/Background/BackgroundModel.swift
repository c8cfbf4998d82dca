import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloWearables
public import HaloReports

/// What goes on while nobody looks: a sync when the system gives time, a device that is waited for, and what the system kept of an earlier
/// launch. It runs from the app's launch to its end, with or without a screen.
@MainActor
public final class BackgroundModel {
  private let app: AppModel
  private let radio: any PatientCentral
  private let waiting = Errand()
  /// Whether nobody looks. The system may launch an app without showing it.
  private var isHidden = true

  /// How old the last sync of a device is that is waited for: one that is beside the phone all day is not to be asked all day.
  private static let rest = Duration.hours(1)

  /// The background of an app whose radio that is.
  public init(_ app: AppModel, radio: any PatientCentral) {
    self.app = app
    self.radio = radio
  }

  /// Opens the journal, runs the models, and takes over what the system kept of an earlier launch, until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.app.run() }
      group.addTask { await self.waiting.run() }
      group.addTask { await self.takeOver() }
    }
  }

  /// Nobody looks any more: the light of a measurement goes out, links are let go, and devices that were not synced for an hour are waited
  /// for. Returns when the device is at rest.
  public func hide() async {
    isHidden = true
    guard let models = app.models else { return }
    models.rings.pause()
    await models.live.end()
    guard isHidden else { return }
    waitForDue(models)
  }

  /// Somebody looks again: nothing is waited for any more, what is shown may be of yesterday, and a link that was wanted comes back.
  public func show() {
    isHidden = false
    waiting.cancel()
    guard let models = app.models else {
      // A launch before the phone was unlocked could not open the journal.
      if case .failed = app.state { app.retry() }
      return
    }
    models.environment.changes.announce()
    models.rings.resume()
  }

  /// Syncs all devices, and hands on what came: for the system's task and for Shortcuts. Where that fails and nobody looks, the
  /// devices are waited for.
  ///
  /// - Returns: How it went, in a sentence.
  /// - Throws: ``Problem``, or `CancellationError` where the time is up.
  public func sync() async throws -> Phrase {
    let models = try await models()
    // A link that is waited for would be in the way.
    await waiting.end()
    await models.sync.sync()
    await models.sharing.handOn()
    try Task.checkCancellation()
    if case .failed(let problem) = models.sync.state {
      if isHidden { waitForDue(models) }
      throw problem
    }
    return models.sync.words
  }

  /// The last night in a sentence, or that none is known.
  ///
  /// - Throws: ``Problem``.
  public func lastNight() async throws -> Phrase {
    let environment = try await models().environment
    let today = environment.today
    do {
      let night = try await environment.report { try $0.night(today).main }
      return night.map { NightPicture($0).spoken } ?? Phrase("No night yet")
    } catch is CancellationError { throw CancellationError() } catch { throw Problem(error) }
  }

  private func models() async throws -> AppModel.Models {
    await app.open()
    if let models = app.models { return models }
    if case .failed(let problem) = app.state { throw problem }
    throw CancellationError()
  }

  /// Takes over the links, and the waiting for devices, that the system kept for an earlier launch.
  private func takeOver() async {
    guard let models = try? await models() else { return }
    let known = await Self.devices(models.environment)
    // Without a device nothing was kept, and a person is not to be asked for Bluetooth before there is one.
    guard !known.isEmpty else { return }
    let kept = await Set(radio.keptDevices())
    let devices = known.filter { kept.contains($0.identifier) }
    guard !devices.isEmpty else { return }
    if isHidden {
      wait(for: devices, models)
    } else {
      // Who looks has the device asked at once, or let go where it is away.
      await models.sync.sync()
    }
  }

  private func waitForDue(_ models: AppModel.Models) {
    waiting.start {
      let environment = models.environment
      let limit = environment.now - Self.rest
      let due = await Self.devices(environment, notSyncedSince: limit)
      await self.takeHome(due, models)
    }
  }

  private func wait(for devices: [Device], _ models: AppModel.Models) {
    waiting.start { await self.takeHome(devices, models) }
  }

  private func takeHome(_ devices: [Device], _ models: AppModel.Models) async {
    await withDiscardingTaskGroup { group in
      for device in devices {
        group.addTask { await Self.takeHome(device, self.radio, models.sync, models.sharing) }
      }
    }
  }

  /// Waits for a device, and brings home what it has.
  private nonisolated static func takeHome(
    _ device: Device, _ radio: any PatientCentral, _ sync: SyncModel, _ sharing: SharingModel
  ) async {
    do {
      try await radio.withConnection(whenThereIs: device.identifier, label: device.name) { link in
        // Who looks now ends the waiting, not a sync that has begun.
        try await TaskScope.shielded {
          await sync.sync(device, over: ArrivedRadio(radio, link: link))
          await sharing.handOn()
        }
      }
    } catch {
      // Somebody looks now, or the radio is off: the next sync asks again.
    }
  }

  /// The paired devices that keep days, all or those that were not synced since.
  private nonisolated static func devices(
    _ environment: ModelEnvironment, notSyncedSince limit: Moment? = nil
  ) async -> [Device] {
    let found = try? await environment.journal.perform { journal in
      try journal.devices().filter { device in
        guard environment.registry.keepsDays(device.family) else { return false }
        guard let limit, let last = try journal.lastSync(of: device) else { return true }
        return last <= limit
      }
    }
    return found ?? []
  }
}
