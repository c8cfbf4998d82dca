import HTTPTypes
import Synchronization

/// Runs device tasks and reports their progress. Tasks run in ``run()`` and not in the request's task, because a
/// simulated radio has its own clock.
final class DeviceTaskRunner: Sendable {
  /// What a device does at a user's request.
  enum Activity { case syncing, measuring, recordingWorkout }

  /// Returns the error for a device that is busy with another task.
  static func busyError(
    _ device: Device, _ doing: Activity, advice: Phrase = Phrase("Wait until that is done, or stop it.")
  ) -> APIError {
    let what =
      switch doing {
      case .recordingWorkout: Phrase("\(device.name) is recording a workout.")
      case .measuring: Phrase("\(device.name) is measuring.")
      case .syncing: Phrase("\(device.name) is syncing.")
      }
    return APIError(.conflict, "deviceBusy", what, advice: advice)
  }

  let engine: Engine
  let supervisor: Supervisor?
  let hub: EventHub
  /// Threads for device tasks, except those of a treadmill.
  private static let threads = ThreadExecutor("halo.desk", threads: 4)
  private let tasks: AsyncStream<@Sendable () async -> Void>
  private let taskQueue: AsyncStream<@Sendable () async -> Void>.Continuation
  private let statuses = Mutex<[Int: Supervisor.Status]>([:])
  private let radioState = Mutex<Phrase?>(nil)
  private let busy = Mutex<[Int: [Activity]]>([:])

  init(_ engine: Engine, _ supervisor: Supervisor?, _ hub: EventHub) {
    self.engine = engine
    self.supervisor = supervisor
    self.hub = hub
    (tasks, taskQueue) = AsyncStream.makeStream()
  }

  /// Runs tasks until canceled.
  func run() async throws {
    try await Self.threads.run { [self] in
      await withDiscardingTaskGroup { group in
        group.addTask { await self.followRadio() }
        group.addTask { await self.followSupervisor() }
        for await task in tasks { group.addTask { await task() } }
        group.cancelAll()
      }
    }
  }

  /// Runs `body` on the task runner's threads and returns its result. If the caller is canceled, `body` is canceled
  /// too.
  func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let work = Work()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = taskQueue.yield {
          await work.run {
            do { continuation.resume(returning: try await body()) } catch { continuation.resume(throwing: error) }
          }
        }
        if case .enqueued = result { return }
        // The task runner is closed.
        continuation.resume(throwing: CancellationError())
      }
    } onCancel: {
      work.cancel()
    }
  }

  /// Starts a task that runs until it is canceled, on its own threads if `threads` is given.
  func begin(on threads: ThreadExecutor? = nil, _ body: @escaping @Sendable () async -> Void) -> Work {
    let work = Work()
    taskQueue.yield {
      guard let threads else { return await work.run(body) }
      // The body does not throw.
      try? await threads.run { await work.run(body) }
    }
    return work
  }

  /// A running task that can be canceled.
  final class Work: Sendable {
    private let end: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    init() { (end, continuation) = AsyncStream.makeStream() }
    func cancel() { continuation.finish() }

    /// Runs `body` until it ends or ``cancel()`` is called.
    fileprivate func run(_ body: @escaping @Sendable () async -> Void) async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await body() }
        group.addTask { for await _ in self.end {} }
        await group.next()
        group.cancelAll()
      }
    }
  }

  /// Stops accepting tasks.
  func close() { taskQueue.finish() }

  /// The supervisor's status of a device.
  func status(of device: Int) -> Supervisor.Status? { statuses.withLock { $0[device] } }

  /// What a device is doing at a user's request; the latest if there are several.
  func doing(_ device: Int) -> Activity? { busy.withLock { $0[device]?.last } }

  /// True if the activity `what` has begun on the device and not ended, even if another one waits for its end.
  func isDoing(_ what: Activity, _ device: Int) -> Bool { busy.withLock { $0[device]?.contains(what) ?? false } }

  func began(_ what: Activity, _ device: Int) {
    busy.withLock { $0[device, default: []].append(what) }
    notifyDeviceChange(device)
  }

  func ended(_ what: Activity, _ device: Int) {
    busy.withLock { busy in
      if let index = busy[device]?.firstIndex(of: what) { busy[device]?.remove(at: index) }
    }
    notifyDeviceChange(device)
  }

  /// Why Bluetooth cannot be used; `nil` if it can.
  var radioProblem: Phrase? { radioState.withLock { $0 } }

  private func followRadio() async {
    for await state in await engine.radioStates() {
      let isTransient = [.poweredOn, .unknown, .resetting].contains(state)
      let words =
        isTransient
        ? nil
        : Phrase("\(BluetoothError(.scan, device: nil, .radio(state)).what) 'halo doctor' shows the reason and a fix.")
      let isNew = radioState.withLock { before in
        defer { before = words }
        return before != words
      }
      guard isNew else { continue }
      if let words { hub.sendProblem(of: nil, words) }
      hub.sendChanged(["devices"], dates: [])
    }
  }

  private func followSupervisor() async {
    guard let supervisor else { return }
    for await now in await supervisor.updates() {
      let before = statuses.withLock { statuses in
        defer { statuses = Dictionary(now.map { ($0.device.id, $0) }) { $1 } }
        return statuses
      }
      for status in now where status != before[status.device.id] { send(status, before[status.device.id]) }
      if Set(before.keys) != Set(now.map(\.device.id)) { hub.sendChanged(["devices", "settings"]) }
    }
  }

  /// Sends events about a device's changed status.
  private func send(_ status: Supervisor.Status, _ before: Supervisor.Status?) {
    let device = status.device.id
    if case .syncing(let done, let total) = status.state {
      sendSyncProgress(
        device, .running, done: done, of: total, words: Phrase("\(done) of \(total) responses received"))
    } else if case .connecting = status.state {
      sendSyncProgress(device, .running, words: Phrase("Connecting to \(status.device.name)"))
    }
    if let time = status.lastSync, time != before?.lastSync {
      sendSyncProgress(device, .done, words: SyncReport.words(status.device.name, status.notes))
    }
    if let problem = status.problem, problem != before?.problem || status.state != before?.state,
      case .waiting = status.state
    {
      sendSyncProgress(
        device, .failed, words: Phrase("The sync of \(status.device.name) is incomplete"),
        error: problem,
        advice: Phrase("The received data was saved. Keep the device nearby; Halo retries automatically."))
    }
    // Sync progress was sent as an event already.
    if case .syncing = status.state, case .syncing? = before?.state { return }
    notifyDeviceChange(device)
  }

  /// Sends a sync's progress: `done` of `of` responses.
  func sendSyncProgress(
    _ device: Int, _ state: SyncState, step: Phrase? = nil, done: Int? = nil, of total: Int? = nil, words: Phrase,
    error: Phrase? = nil, advice: Phrase? = nil
  ) {
    hub.send(
      "sync",
      SyncEvent(
        device: "\(device)", state: state, step: step, done: done, of: total, words: words,
        error: error.map { ErrorAnswer.Message(message: $0, advice: advice) }))
  }

  /// The progress of a sync.
  private struct SyncEvent: Encodable {
    let device: String
    let state: SyncState
    let step: Phrase?
    let done: Int?
    let of: Int?
    let words: Phrase
    let error: ErrorAnswer.Message?
  }

  enum SyncState: String, Encodable { case running, done, failed }

  /// Callback that sends a device's current state to viewers. Set by ``ServerContext``.
  private let deviceChangeHandler = Mutex<(@Sendable (Int) -> Void)?>(nil)
  func onDeviceChange(by body: @escaping @Sendable (Int) -> Void) { deviceChangeHandler.withLock { $0 = body } }
  private func notifyDeviceChange(_ device: Int) { deviceChangeHandler.withLock { $0 }?(device) }
}
