import Foundation

/// State and services that all routes share.
final class ServerContext: Sendable {
  let parts: Dashboard.Parts
  var engine: Engine { parts.engine }
  var time: WallTime { parts.time }
  /// The clock of viewers: for leases of a treadmill, signs of life and combined events.
  let clock: any Clock<Duration>
  let isSecure: Bool
  let reader: JournalReader
  let sessions: BrowserSessions
  let hub = EventHub()
  let streams: EventStreams
  let confirmations = Confirmations()
  let seenDevices = SeenDevices()
  let cache = DayCache()
  let data = DataPage()
  let imports: UploadedImports
  let taskRunner: DeviceTaskRunner
  let live: LiveMeasurementHub
  let workouts: WorkoutRecorder
  private let file: FileMark?

  init(_ parts: Dashboard.Parts, _ configuration: Dashboard.Configuration) {
    self.parts = parts
    clock = configuration.clock
    isSecure = configuration.isSecure
    file = FileMark(parts.engine.journal.path)
    reader = JournalReader(parts.engine.journal)
    imports = UploadedImports(parts.engine, parts.imports)
    let sessions = BrowserSessions(journal: parts.engine.journal.path)
    self.sessions = sessions
    streams = EventStreams { sessions.has($0) }
    taskRunner = DeviceTaskRunner(parts.engine, parts.supervisor, hub)
    live = LiveMeasurementHub(taskRunner)
    workouts = WorkoutRecorder(taskRunner, belt: configuration.belt, configuration.clock)
    taskRunner.onDeviceChange { [weak self] device in self?.send(device) }
  }

  /// Returns the wearer whose data a session shows, with the current time.
  func wearer(_ session: BrowserSessions.BrowserSession?, _ journal: Journal) throws -> WearerContext {
    let known = try journal.wearers()
    let chosen = session?.wearer.flatMap { known.contains($0) ? $0 : nil }
    let name = chosen ?? known.first ?? "me"
    return WearerContext(name: name, settings: try journal.profile(of: name), time: time)
  }

  /// Runs a task that locks the journal for seconds.
  func change<Value: Sendable>(
    _: WorkoutRecorder.Exclusion, _ task: @escaping @Sendable (Journal) throws -> Value
  ) async throws -> Value {
    try await reader.run(task)
  }

  /// Makes the supervisor, here or in another process, reload the list of devices.
  func reload() {
    if let supervisor = parts.supervisor { Task { await supervisor.reload() } }
    parts.reload()
  }

  /// Counts the journal's contents in the background if the last count is old.
  func countInBackground() {
    guard data.reserveCount() else { return }
    Task(executorPreference: TaskScope.simulationExecutor) { [self] in
      try? await reader.count { [data] in try data.count($0) }
    }
  }

  /// Clears all caches after older days have changed.
  func clearCaches() {
    cache.clear()
    data.forget()
  }

  /// Notifies viewers after a sync, a measurement or an import has changed data.
  private func notifyNewData() {
    data.age()
    hub.sendChanged(["days", "nights", "heart", "activity", "workouts", "devices", "data"])
  }

  /// Sends an event with a device's current state to viewers.
  private func send(_ device: Int) {
    Task(executorPreference: TaskScope.simulationExecutor) { [self] in
      let answer = try? await reader.ask { [taskRunner] journal in
        try journal.devices().first { $0.id == device }.map { try DeviceAnswer($0, journal, taskRunner) }
      }
      if let answer = answer ?? nil { hub.send("device", answer) }
    }
  }

  /// The problem with the journal's file, for users, or `nil`.
  var journalProblem: Phrase? {
    guard let file, FileMark(file.path) != file else { return nil }
    return Phrase(
      "The journal \(file.path) was moved or deleted while Halo was running. New data is lost. Put the file back, or make a backup under Data and start 'halo serve' again."
    )
  }

  /// Sends events about changes of the journal to pages, until canceled.
  func watchJournal() async {
    countInBackground()
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { [self] in
        for await _ in taskRunner.engine.journal.changes() {
          cache.update(taskRunner.engine.journal)
          notifyNewData()
          // Changes during this second are combined into one event.
          guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        }
      }
      tasks.addTask { [self] in
        repeat {
          // The journal may be temporarily unavailable.
          guard let changes = try? await taskRunner.engine.journal.externalChanges() else { continue }
          for await _ in changes {
            clearCaches()
            notifyNewData()
            // The other program may have been killed before it computed values.
            try? await reader.run { try DerivedMetricsUpdater($0).updateOutdated() }
          }
        } while (try? await clock.sleep(for: .seconds(1))) != nil
      }
      tasks.addTask { [self] in await watchFile() }
    }
  }

  /// Sends an event to pages when the journal's file is moved or deleted, and when it is back.
  private func watchFile() async {
    var known: Phrase?
    while (try? await clock.sleep(for: .seconds(1))) != nil {
      let journalProblem = journalProblem
      if journalProblem != known {
        hub.sendProblem(of: nil, journalProblem)
      }
      known = journalProblem
    }
  }
}

/// Identifies a file on disk, to detect that its path was replaced.
struct FileMark: Sendable, Equatable {
  let path: String
  private let device: Int?
  private let number: Int?

  /// Returns `nil` if the file does not exist.
  init?(_ path: String) {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    self.path = path
    device = facts[.systemNumber] as? Int
    number = facts[.systemFileNumber] as? Int
  }
}
