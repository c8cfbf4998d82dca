import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloWearables
public import HaloReports

/// Background work: syncs when the system grants time, waits for devices, and restores the state of an earlier launch.
/// It runs from the app's launch to its end, with or without a screen.
@MainActor
public final class BackgroundModel {
  private let app: AppModel
  private let radio: any WaitingCentral
  private let waiting = SerialTask()
  /// True while the app is not visible. The system may launch an app in the background.
  private var isHidden = true

  /// The minimum age of the last sync before a device is waited for, so that a device beside the phone is not synced
  /// all day.
  private static let rest = Duration.hours(1)

  /// Creates the background work of an app with its radio.
  public init(_ app: AppModel, radio: any WaitingCentral) {
    self.app = app
    self.radio = radio
  }

  /// Opens the journal, runs the models, and restores the state that the system kept from an earlier launch, until the
  /// task is canceled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.startRadio() }
      group.addTask { await self.app.run() }
      group.addTask { await self.waiting.run() }
      group.addTask { await self.restore() }
    }
  }

  /// Call when the app is no longer visible: ends live measurements and connections, and waits for devices that were
  /// not synced for an hour. Returns when the devices are idle and the system has the requests to wait.
  public func hide() async {
    isHidden = true
    await app.demoModels?.live.end()
    guard let models = app.models else { return }
    models.notifications.isVisible = false
    models.rings.pause()
    await models.live.end()
    guard isHidden else { return }
    await waitForDue(models)
  }

  /// Call when the app becomes visible: stops waiting, refreshes the screens (it may be another day), and restores a
  /// requested connection.
  public func show() {
    isHidden = false
    waiting.cancel()
    guard let models = app.models else {
      // A launch before the first unlock of the phone could not open the journal.
      if case .failed = app.state { app.retry() }
      return
    }
    models.notifications.isVisible = true
    models.environment.changes.announce()
    models.rings.resume()
  }

  /// Syncs all devices and publishes the data, for the system's background task and for Shortcuts. If that fails in the
  /// background, the app waits for the devices.
  ///
  /// - Returns: The result as a sentence.
  /// - Throws: ``Problem``, or `CancellationError` when the time is up.
  public func sync() async throws -> Phrase {
    let models = try await models()
    // A pending connection would block the sync.
    await waiting.end()
    await models.sync.sync()
    await models.sharing.publish()
    try Task.checkCancellation()
    if case .failed(let problem) = models.sync.state {
      if isHidden { await waitForDue(models) }
      throw problem
    }
    return models.sync.words
  }

  /// Returns the last night as a sentence, or that there is no night yet.
  ///
  /// - Throws: ``Problem``.
  public func lastNight() async throws -> Phrase {
    let environment = try await models().environment
    let today = environment.today
    do {
      let night = try await environment.report { try $0.night(today).main }
      return night.map { NightPicture($0).voiceOverText } ?? Phrase("No night yet")
    } catch is CancellationError { throw CancellationError() } catch { throw Problem(error) }
  }

  private func models() async throws -> AppModel.Models {
    await app.open()
    if let models = app.models { return models }
    if case .failed(let problem) = app.state { throw problem }
    throw CancellationError()
  }

  /// Starts the radio without waiting for the journal: the system delivers what it preserved only to a radio that exists
  /// soon after the launch. Not without a device, because that would ask the person for Bluetooth permission.
  private func startRadio() async {
    if await app.hasDevice() { _ = await radio.restoredDeviceIDs() }
  }

  /// Restores the connections, including pending ones, that the system kept from an earlier launch.
  private func restore() async {
    guard let models = try? await models() else { return }
    let known = await Self.devices(models.environment)
    // Without a device there is nothing to restore, and accessing the radio would ask the person for Bluetooth
    // permission.
    guard !known.isEmpty else { return }
    let kept = await Set(radio.restoredDeviceIDs())
    let devices = known.filter { kept.contains($0.identifier) }
    guard !devices.isEmpty else { return }
    if isHidden {
      wait(for: devices, models)
    } else {
      // In the foreground, sync at once; a device that is out of range is released.
      await models.sync.sync()
    }
  }

  private func waitForDue(_ models: AppModel.Models) async {
    let due = await Self.devices(models.environment, notSyncedSince: models.environment.now - Self.rest)
    // The app may have been shown meanwhile. A workout needs its devices.
    guard isHidden, !due.isEmpty, !models.workout.isRecording else { return }
    wait(for: due, models)
    await radio.waitUntilRequested(due.map(\.identifier))
  }

  private func wait(for devices: [Device], _ models: AppModel.Models) {
    waiting.start { await self.syncWhenInRange(devices, models) }
  }

  private func syncWhenInRange(_ devices: [Device], _ models: AppModel.Models) async {
    await withDiscardingTaskGroup { group in
      for device in devices {
        group.addTask { await Self.syncWhenInRange(device, self.radio, models.sync, models.sharing) }
      }
    }
  }

  /// Waits for a device and syncs it.
  private nonisolated static func syncWhenInRange(
    _ device: Device, _ radio: any WaitingCentral, _ sync: SyncModel, _ sharing: SharingModel
  ) async {
    do {
      try await radio.withConnection(waitingFor: device.identifier, label: device.name) { link in
        // Showing the app cancels the waiting, but not a sync that has begun.
        try await TaskScope.shielded {
          await sync.sync(device, over: PreconnectedRadio(radio, link: link))
          await sharing.publish()
        }
      }
    } catch {
      // The app was shown, or the radio is off: the next sync tries again.
    }
  }

  /// Returns the paired devices that store days, all or those not synced since `limit`.
  private nonisolated static func devices(
    _ environment: ModelEnvironment, notSyncedSince limit: Moment? = nil
  ) async -> [Device] {
    let found = try? await environment.journal.perform { journal in
      try journal.devices().filter { device in
        guard environment.registry.storesDays(device.family), environment.reaches(device) else { return false }
        guard let limit, let last = try journal.lastSync(of: device) else { return true }
        return last <= limit
      }
    }
    return found ?? []
  }
}
