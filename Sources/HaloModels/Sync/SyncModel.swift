import HaloBluetooth
import HaloEngine
public import HaloHealth
public import HaloJournal
import HaloWearables
public import Observation
public import HaloReports

/// What the sync button and its progress bind to.
@MainActor @Observable
public final class SyncModel {
  /// How a sync goes.
  public enum State: Sendable, Hashable {
    /// None was asked for.
    case idle
    /// A link is sought.
    case connecting
    /// Answers come: how many of how many, as far as is known.
    case syncing(done: Int, total: Int)
    /// The link broke; it is tried again in a moment.
    case interrupted(Problem)
    /// It was stopped. What came until then is kept.
    case cancelled
    /// Everything came, or all but what the sentence says.
    case done(Phrase)
    /// Nothing came.
    case failed(Problem)
  }

  /// How it goes.
  public private(set) var state = State.idle
  /// When a sync last ended well; `nil` where none did yet.
  public private(set) var lastSync: Moment?
  /// The devices that are synced.
  public private(set) var devices: [Device] = []

  private let environment: ModelEnvironment
  private let errand = Errand()
  /// The sync that goes on, whoever asked for it.
  private var current: Task<Void, Never>?

  /// Nothing is synced yet.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// Whether a sync goes on.
  public var isRunning: Bool {
    switch state {
    case .connecting, .syncing, .interrupted: true
    case .idle, .cancelled, .done, .failed: false
    }
  }

  /// How far it is, 0…1; `nil` where that is not known.
  public var progress: Double? {
    guard case .syncing(let done, let total) = state, total > 0 else { return nil }
    return min(1, Double(done) / Double(total))
  }

  /// The state in words.
  public var words: Phrase {
    switch state {
    case .idle:
      lastSync.map { Phrase("Synced \(MeasureWords.ago($0, now: environment.now))") } ?? Phrase("Not synced yet")
    case .connecting: Phrase("Connecting …")
    case .syncing(let done, let total): Phrase("\(done) of \(total) answers")
    case .interrupted(let problem): Phrase("\(problem.what) Trying again …")
    case .cancelled: Phrase("Stopped. What came until then is kept.")
    case .done(let phrase): phrase
    case .failed(let problem): problem.phrase
    }
  }

  /// Does what a person asks for until the task is cancelled; a sync that goes on ends with it.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.errand.run() }
      group.addTask {
        for await _ in self.environment.changes.updates() { await self.load() }
      }
    }
  }

  /// Asks for a sync of all devices that keep days.
  public func start() {
    guard !isRunning else { return }
    state = .connecting
    errand.start { await self.sync() }
  }

  /// Stops the sync. What came until then is kept.
  public func cancel() {
    if isRunning, !errand.isBusy, current == nil { state = .cancelled }
    errand.cancel()
    current?.cancel()
  }

  /// Syncs all devices that keep days, one after the other: for the button, the background and Shortcuts. Where a sync goes on already,
  /// it is that one which is waited for.
  public func sync(days: Int = 7) async { await alone { await self.syncAll(days: days) } }

  /// Syncs one device over a radio that has reached it already.
  func sync(_ device: Device, over radio: any Central) async {
    await alone {
      let engine = self.environment.engine(over: radio)
      let end = await self.sync(device, days: 7, by: engine)
      await self.load()
      self.state = Task.isCancelled ? .cancelled : end
      self.environment.changes.announce()
    }
  }

  /// One sync at a time: two would take the device from each other.
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

  private func syncAll(days: Int) async {
    state = .connecting
    await load()
    let known = devices
    guard !known.isEmpty else {
      state = .failed(
        Problem(Phrase("There is no device to sync."), advice: Phrase("Add a ring under My device.")))
      return
    }
    var last: State = .idle
    for device in known {
      last = await sync(device, days: days, by: environment.engine)
      environment.changes.announce()
      if Task.isCancelled { break }
    }
    await load()
    state = Task.isCancelled ? .cancelled : last
  }

  private func sync(_ device: Device, days: Int, by engine: Engine) async -> State {
    let (news, teller) = AsyncStream<News>.makeStream()
    async let shown: Void = show(news)
    let end: State
    do {
      let report = try await engine.sync(device, days: days) { event in
        teller.yield(.link(event))
      } progress: { progress in
        teller.yield(.progress(progress))
      }
      end = .done(Self.words(for: report, device))
    } catch {
      end = .failed(Problem(error))
    }
    teller.finish()
    await shown
    return end
  }

  private enum News: Sendable {
    case link(LinkEvent)
    case progress(SyncProgress)
  }

  private func show(_ news: AsyncStream<News>) async {
    for await news in news {
      switch news {
      case .link(.connecting): state = .connecting
      case .link(.connected): break
      case .link(.interrupted(let error, _)): state = .interrupted(Problem(error))
      case .progress(let progress): state = .syncing(done: progress.done, total: progress.total)
      }
    }
  }

  private func load() async {
    let read = try? await environment.journal.perform { journal in
      let devices = try journal.devices().filter { environment.registry.keepsDays($0.family) }
      return (devices, try devices.compactMap { try journal.lastSync(of: $0) }.max())
    }
    guard let read else { return }
    if devices != read.0 { devices = read.0 }
    if lastSync != read.1 { lastSync = read.1 }
  }

  private static func words(for report: SyncReport, _ device: Device) -> Phrase {
    guard report.interruption == nil else {
      return Phrase("\(device.name): not everything came home. Bring it closer and sync again for the rest.")
    }
    return Phrase("\(device.name) is synced.")
  }
}
