public import HaloInterchange
public import Observation

/// Publishes the journal's data: to the widget whenever its snapshot changes, and to Apple Health after each sync if
/// the person enabled that.
@MainActor @Observable
public final class SharingModel {
  /// The newest data of each kind that Health gets: what was written is outdated when it changes.
  private struct NewestData: Equatable {
    let erased: Int
    let synced: Int?
    let heartRates: [Moment?]
    let workout: StoredWorkout?
  }

  /// The parts that Health refused, of the days written since the app was launched, the newest first.
  public private(set) var refused: [HealthRefusal] = []
  /// The number of days with data, up to today, that Health can get; 0 before the first write.
  public private(set) var dayCount = 0
  /// The number of days of the whole history that are written; `nil` if it is not being written.
  public private(set) var progress: Int?

  private let environment: ModelEnvironment
  @ObservationIgnored private var shown: WidgetSnapshot?
  @ObservationIgnored private var written: NewestData?
  @ObservationIgnored private var erased = 0
  @ObservationIgnored private var turn: Task<Void, Never>?

  /// The number of days published after each sync, with today: devices store about a week, and older days do not change.
  static let days = 11

  /// Creates a model; nothing was published yet.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// Publishes new data until the task is canceled.
  public func run() async {
    for await _ in environment.changes.updates() { await publish() }
  }

  /// Publishes new data and returns when done. Data that cannot be published now is published with the next change.
  public func publish() async { try? await serialized { try await self.publishNow() } }

  /// Asks the person for permission to write to Apple Health, and then writes what is there: before the answer, nothing
  /// was allowed.
  ///
  /// - Returns: The permission.
  /// - Throws: The error if the person could not be asked.
  func askForHealth() async throws -> HealthPermission {
    guard let dataSink = environment.dataSink else { return .unavailable }
    let permission = try await dataSink.askForHealth()
    written = nil
    await publish()
    return permission
  }

  /// Writes all days to Apple Health, the newest first. Canceling keeps what was written: the next call continues.
  ///
  /// - Throws: `CancellationError`, also if the person turns writing off; the error of a day that cannot be written now.
  func writeHistory() async throws {
    defer { progress = nil }
    let days = try await allDays()
    for (index, day) in days.enumerated() {
      try Task.checkCancellation()
      progress = index
      // One turn for each day, so that the widget does not wait for years.
      try await serialized { try await self.write(day) }
    }
  }

  /// Tries again to write what Health refused.
  ///
  /// - Throws: The error of a day that cannot be written now.
  func retryRefused() async throws {
    for day in Set(refused.map(\.part.date)) { try await serialized { try await self.write(day, retrying: true) } }
  }

  /// Removes everything that Halo wrote to Apple Health. Turn writing off first: otherwise it is written again.
  ///
  /// - Throws: The error if something could not be removed.
  func removeFromHealth() async throws {
    try await serialized {
      self.written = nil
      self.refused = []
      try await self.environment.dataSink?.removeFromHealth()
    }
  }

  /// Deletes all published data that is stored outside of the journal.
  ///
  /// - Throws: The error if some of it could not be deleted.
  public func forget() async throws {
    try await serialized {
      self.shown = nil
      self.written = nil
      self.refused = []
      self.erased += 1
      try await self.environment.dataSink?.forget()
    }
  }

  /// Runs operations one after the other, so that a running write cannot restore data that was just deleted.
  private func serialized(_ body: @escaping @MainActor () async throws -> Void) async throws {
    let before = turn
    let task = Task(executorPreference: TaskScope.executor) {
      await before?.value
      try await body()
    }
    turn = Task(executorPreference: TaskScope.executor) { _ = await task.result }
    try await task.value
  }

  private func publishNow() async throws {
    guard let dataSink = environment.dataSink else { return }
    let today = environment.today
    let wearer = environment.wearer
    let now = environment.now
    let erased = erased
    let (widgetSnapshot, data, isEmpty) = try await environment.journal.perform { journal in
      let snapshot = try journal.widgetSnapshot(of: today, wearer: wearer, secondsFromGMT: now.secondsFromGMT)
      let devices = try journal.allDevices()
      let data = NewestData(
        erased: erased, synced: snapshot.synced,
        heartRates: try devices.map { try journal.latest(.heartRate, of: $0)?.start },
        workout: try journal.workouts(of: wearer).last)
      return (snapshot, data, devices.isEmpty)
    }
    // Before the first device there is nothing to publish, and after the last was erased its data must not return.
    guard !isEmpty else { return }
    if widgetSnapshot != shown {
      try await dataSink.show(widgetSnapshot)
      shown = widgetSnapshot
    }
    guard environment.settings.current.writesHealth, data != written else { return }
    for day in try await allDays().prefix(Self.days) { try await write(day) }
    written = data
  }

  /// All days with data up to today, the newest first.
  private func allDays() async throws -> [CalendarDate] {
    let today = environment.today
    let wearer = environment.wearer
    let first = try await environment.journal.perform { try $0.knownDays(of: wearer) }?.lowerBound ?? today
    dayCount = max(0, today.daysSince1970 - first.daysSince1970 + 1)
    return (0..<dayCount).map { today.adding(days: -$0) }
  }

  private func write(_ day: CalendarDate, retrying: Bool = false) async throws {
    guard let dataSink = environment.dataSink, environment.settings.current.writesHealth else {
      throw CancellationError()
    }
    let wearer = environment.wearer
    let registry = environment.registry
    let contents = try await environment.journal.perform { try $0.healthDay(day, wearer: wearer, registry) }
    let missing = try await dataSink.write(contents, retrying: retrying)
    refused = (refused.filter { $0.part.date != day } + missing).sorted { $0.part.date > $1.part.date }
  }
}
