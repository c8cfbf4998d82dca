/// Keeps the devices' data current: syncs when the app is opened, about hourly while a device is in range, and when the
/// system grants time. It runs from the app's launch to its end, with or without a screen.
///
/// In the background the system has one request for each device, which begins an hour after the device's last sync and
/// never times out. After each of its ends (a sync, a failure, Bluetooth off, the system's own task) the next one is
/// made, because an app without a request is not woken anymore (Apple's TN3115).
@MainActor
public final class BackgroundModel {
  /// Asks the system for some seconds of time, and returns how to end them.
  public typealias Awake = @MainActor () -> @MainActor () -> Void

  private let app: AppModel
  private let radio: any WaitingCentral
  private let awake: Awake
  private let keeping = SerialTask()
  /// True while the app is not visible. The system may launch an app in the background.
  private var isHidden = true

  /// The age of the last sync at which a device is synced in the background: each sync costs its battery.
  private nonisolated static let rest = Duration.hours(1)
  /// The age of the last sync at which a device is synced while the app is visible.
  private static let freshness = Duration.minutes(15)
  /// The pause after a failed sync, which doubles up to an hour.
  private static let pause = Duration.minutes(15)

  /// Creates the background work of an app with its radio. `awake` is used while a device is synced without a screen.
  public init(_ app: AppModel, radio: any WaitingCentral, awake: @escaping Awake = { {} }) {
    self.app = app
    self.radio = radio
    self.awake = awake
  }

  /// Opens the journal, runs the models, and keeps the devices' data current, until the task is canceled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      // Starts the radio without waiting for the journal: the system delivers what it preserved only to a radio that
      // exists soon after the launch. Not without a device, because that would ask the person for Bluetooth permission.
      group.addTask { if await self.app.hasDevice() { await self.radio.start() } }
      group.addTask { await self.app.run() }
      group.addTask { await self.keeping.run() }
      keepCurrent()
    }
  }

  /// Call when the app is no longer visible: ends live measurements and connections, and waits for the devices. Returns
  /// when they are idle and the system has the requests.
  public func hide() async {
    isHidden = true
    await app.demoModels?.live.end()
    guard let models = app.models else { return }
    models.notifications.isVisible = false
    models.rings.pause()
    await models.live.end()
    guard isHidden else { return }
    await continueWaiting(models)
  }

  /// Call when the app becomes visible: refreshes the screens (it may be another day), restores a requested connection,
  /// and syncs what is not new.
  public func show() {
    isHidden = false
    // A launch before the first unlock of the phone could not open the journal.
    if case .failed = app.state { app.retry() }
    if let models = app.models {
      models.notifications.isVisible = true
      models.environment.changes.announce()
      models.rings.resume()
    }
    keepCurrent()
  }

  /// Syncs all devices and publishes the data, for Shortcuts.
  ///
  /// - Parameter age: The minimum age of the last sync of a device, for the system's background tasks; `nil` to sync each.
  /// - Returns: The result as a sentence.
  /// - Throws: ``Problem``, or `CancellationError` when the time is up.
  public func sync(olderThan age: Duration? = nil) async throws -> Phrase {
    let models = try await models()
    // A pending request would block the sync.
    await keeping.end()
    await models.sync.sync(olderThan: age)
    await models.sharing.publish()
    await continueWaiting(models)
    try Task.checkCancellation()
    if case .failed(let problem) = models.sync.state { throw problem }
    return models.sync.words
  }

  /// Syncs what is not new, for the system's background tasks.
  ///
  /// - Throws: ``Problem``, or `CancellationError` when the time is up.
  public func refresh() async throws { _ = try await sync(olderThan: Self.freshness) }

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

  /// Begins again to keep the devices' data current, as is right for what the person sees.
  private func keepCurrent() {
    keeping.start {
      guard let models = try? await self.models() else { return }
      models.notifications.isVisible = !self.isHidden
      if self.isHidden { await self.waitForDevices(models) } else { await self.stayCurrent(models) }
    }
  }

  /// Begins to wait again, and returns when the system has the requests, so that the app may be suspended.
  private func continueWaiting(_ models: AppModel.Models) async {
    await keeping.end()
    keepCurrent()
    guard isHidden else { return }
    await radio.waitUntilRequested(models.environment.devicesToSync().map(\.identifier))
  }

  /// Syncs what is not new while the app is visible.
  private func stayCurrent(_ models: AppModel.Models) async {
    repeat {
      // Leaving the app does not end a sync that has begun.
      _ = try? await TaskScope.shielded { await models.sync.sync(olderThan: Self.freshness) }
    } while (try? await models.environment.driver.clock.sleep(for: .minutes(5))) != nil
  }

  private func waitForDevices(_ models: AppModel.Models) async {
    await withDiscardingTaskGroup { group in
      for device in await models.environment.devicesToSync() {
        group.addTask { await self.wait(for: device, models) }
      }
    }
  }

  /// Waits for a device and syncs it, again and again, until the task is canceled.
  private func wait(for device: Device, _ models: AppModel.Models) async {
    let environment = models.environment
    var pause = Duration.zero
    var failures = 0
    var early = 0
    while !Task.isCancelled, early < 3 {
      // A workout or a sync that began on a screen uses the device.
      await environment.arbiter.waitUntilFree(device.identifier)
      await waitUntilOn(device, models)
      guard let due = await Self.due(device, environment) else { return }
      let now = environment.now
      let delay = max(due < now ? .zero : due - now, pause)
      do {
        let radio = radio
        let isEarly = try await Self.connect(radio, device, after: delay) { link in
          // A system that ignores the delay would connect without end.
          let isEarly = environment.now < now + delay - .minutes(1)
          await self.sync(device, over: PreconnectedRadio(radio: radio, link: link), models)
          return isEarly
        }
        let isSynced = await Self.due(device, environment) != due
        pause = isSynced ? .zero : min(.hours(1), max(Self.pause, pause * 2))
        failures = 0
        early = isEarly ? early + 1 : 0
      } catch {
        // Bluetooth was switched off, or the system refused: not at once again, in case it refuses always.
        failures += 1
        try? await environment.driver.clock.sleep(for: .seconds(min(failures, 5)))
      }
    }
  }

  /// Waits for a device, and returns what `work` returns.
  private nonisolated static func connect(
    _ radio: any WaitingCentral, _ device: Device, after delay: Duration,
    _ work: @escaping @Sendable (any Connection) async -> Bool
  ) async throws -> Bool {
    try await radio.withConnection(waitingFor: device.identifier, label: device.name, after: delay) { link in
      // Showing the app cancels the waiting, but not a sync that has begun.
      try await TaskScope.shielded { await work(link) }
    }
  }

  private func sync(_ device: Device, over radio: PreconnectedRadio, _ models: AppModel.Models) async {
    let end = awake()
    await models.sync.sync(device, over: radio)
    await models.sharing.publish()
    end()
  }

  /// Waits until Bluetooth is on, and notes since when the device is looked for.
  private func waitUntilOn(_ device: Device, _ models: AppModel.Models) async {
    for await state in await radio.states() {
      await models.notifications.seek(device, state == .poweredOn)
      if state == .poweredOn { return }
    }
  }

  /// Returns when the next sync of a device is due; `nil` if it is no longer paired.
  private nonisolated static func due(_ device: Device, _ environment: ModelEnvironment) async -> Moment? {
    try? await environment.journal.perform { journal in
      guard try environment.devicesToSync(journal).contains(where: { $0.id == device.id }) else { return nil }
      return try journal.lastSync(of: device).map { $0 + rest } ?? Moment(milliseconds: 0, secondsFromGMT: 0)
    }
  }
}
