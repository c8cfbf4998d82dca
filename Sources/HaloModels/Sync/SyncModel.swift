public import Observation

/// The model of the sync button and its progress.
@MainActor @Observable
public final class SyncModel {
  /// The state of a sync.
  public enum State: Sendable, Hashable {
    /// No sync was requested.
    case idle
    /// The connection is being established.
    case connecting
    /// Responses are arriving: the number received, and the expected total.
    case syncing(done: Int, total: Int)
    /// The link was lost; reconnecting after a pause.
    case interrupted(Problem)
    /// The sync was stopped. Data received before is kept.
    case cancelled
    /// The sync is complete.
    case done(Phrase)
    /// Data was received, but not all.
    case partial(Phrase)
    /// No data was received.
    case failed(Problem)
  }

  /// The state of the sync.
  public private(set) var state = State.idle
  /// The time of the last successful sync; `nil` before the first one.
  public private(set) var lastSync: Moment?
  /// The devices that are synced: those that store days.
  public private(set) var devices: [Device] = []
  private var hasOtherDevices = false

  private let environment: ModelEnvironment
  private let serialTask = SerialTask()
  /// The running sync, whether started by a person or in the background.
  private var current: Task<Void, Never>?

  /// Creates a model without a sync.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// True while a sync is running.
  public var isRunning: Bool {
    switch state {
    case .connecting, .syncing, .interrupted: true
    case .idle, .cancelled, .done, .partial, .failed: false
    }
  }

  /// The progress, 0…1; `nil` if unknown.
  public var progress: Double? {
    guard case .syncing(let done, let total) = state, total > 0 else { return nil }
    return min(1, Double(done) / Double(total))
  }

  /// The state as text, with the age of the data unless it is new. Evaluate it again every minute.
  public var words: Phrase {
    switch state {
    case .idle: age
    case .connecting: Phrase("Connecting …")
    case .syncing(let done, let total): Phrase("\(done) of \(total) responses")
    case .interrupted(let problem): Phrase("\(problem.what) Trying again …")
    case .cancelled: Phrase("Stopped. Data received until then is kept.")
    case .done(let phrase): isNew ? phrase : age
    case .partial(let phrase): Phrase("\(phrase) \(age).")
    case .failed(let problem): lastSync == nil ? problem.phrase : Phrase("\(problem.phrase) \(age).")
    }
  }

  private var isNew: Bool { lastSync.map { environment.now - $0 < .minutes(2) } ?? false }

  private var age: Phrase {
    lastSync.map { Phrase("Synced \(MeasureWording.ago($0, now: environment.now))") } ?? Phrase("Not synced yet")
  }

  /// Performs the person's requests until the task is canceled, which ends a running sync.
  public func run() async {
    await serialTask.run(loadingAfter: environment.changes) { await self.load() }
  }

  /// Requests a sync of all devices that store days.
  public func start() {
    guard !isRunning else { return }
    state = .connecting
    serialTask.start { await self.sync() }
  }

  /// Stops the sync. Data received before is kept.
  public func cancel() {
    if isRunning, !serialTask.isBusy, current == nil { state = .cancelled }
    serialTask.cancel()
    current?.cancel()
  }

  /// Syncs all devices that store days, one after the other: for the button, the background and Shortcuts. If a sync is
  /// already running, waits for it instead.
  ///
  /// - Parameter age: The minimum age of the last sync of a device that is synced, without disturbing its use; `nil` to
  ///   sync each device, which a person has requested.
  public func sync(days: Int = 7, olderThan age: Duration? = nil) async {
    await alone { await self.syncAll(days: days, olderThan: age) }
  }

  /// Syncs all devices as ``sync(days:olderThan:)`` does, also if the caller is canceled: a list that was pulled down may
  /// be drawn again meanwhile.
  public func refresh() async { _ = try? await TaskScope.shielded { await self.sync() } }

  /// Syncs one device over a radio that is already connected to it.
  func sync(_ device: Device, over radio: any Central) async {
    await alone {
      let engine = self.environment.engine(over: radio)
      let end = await self.sync(device, days: 7, by: engine)
      await self.load()
      self.state = Task.isCancelled ? .cancelled : end
      self.environment.changes.announce()
    }
  }

  /// Runs one sync at a time: two would compete for the device.
  private func alone(_ body: @escaping @MainActor @Sendable () async -> Void) async {
    if let current { return await current.value }
    let task = Task(executorPreference: TaskScope.executor) { await body() }
    current = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    current = nil
  }

  private func syncAll(days: Int, olderThan age: Duration?) async {
    if age == nil { state = .connecting }
    await load()
    let due = await environment.devicesToSync(olderThan: age)
    guard !due.isEmpty else {
      if age == nil { state = .failed(noDevice) }
      return
    }
    var last: State = .idle
    for device in due {
      state = .connecting
      last = await sync(device, days: days, by: environment.engine)
      environment.changes.announce()
      if Task.isCancelled { break }
    }
    await load()
    state = Task.isCancelled ? .cancelled : last
  }

  private var noDevice: Problem {
    hasOtherDevices
      ? Problem(
        Phrase("Your devices store nothing that can be synced."),
        advice: Phrase("Measure with them under Live, or record a workout under Activity."))
      : Problem(Phrase("There is no device to sync."), advice: Phrase("Add one under My device."))
  }

  private func sync(_ device: Device, days: Int, by engine: Engine) async -> State {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    async let shown: Void = show(events)
    let end: State
    do {
      let report = try await engine.sync(device, days: days) { event in
        continuation.yield(.link(event))
      } progress: { progress in
        continuation.yield(.progress(progress))
      }
      end =
        report.interruption == nil
        ? .done(SyncReport.words(device.name, report.notes))
        : .partial(Phrase("\(device.name): some data is missing. Bring the device closer and sync again."))
    } catch {
      end = .failed(Problem(error))
    }
    continuation.finish()
    await shown
    return end
  }

  private enum Event: Sendable {
    case link(LinkEvent)
    case progress(SyncProgress)
  }

  private func show(_ events: AsyncStream<Event>) async {
    for await event in events {
      switch event {
      case .link(.connecting): state = .connecting
      case .link(.connected): break
      case .link(.interrupted(let error, _)): state = .interrupted(Problem(error))
      case .progress(let progress): state = .syncing(done: progress.done, total: progress.total)
      }
    }
  }

  private func load() async {
    let read = try? await environment.journal.perform { journal in
      let all = try journal.devices()
      let devices = try environment.devicesToSync(journal)
      return (devices, try devices.compactMap { try journal.lastSync(of: $0) }.max(), all.count > devices.count)
    }
    guard let read else { return }
    if devices != read.0 { devices = read.0 }
    if lastSync != read.1 { lastSync = read.1 }
    hasOtherDevices = read.2
  }
}
