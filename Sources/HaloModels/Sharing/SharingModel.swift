import HaloBluetooth
import HaloHealth
import HaloInterchange
import HaloJournal

/// Publishes the journal's data: to the widget whenever its snapshot changes, and to Apple Health after each sync if
/// the person enabled that.
@MainActor
public final class SharingModel {
  /// The state that was last written to Apple Health.
  private struct Written: Equatable {
    let data: NewestData
    let erased: Int
  }

  /// The newest data of each kind that Health gets: what was written is outdated when it changes.
  private struct NewestData: Equatable {
    let synced: Int?
    let heartRates: [Moment?]
    let workout: StoredWorkout?
  }

  private let environment: ModelEnvironment
  private var shown: WidgetSnapshot?
  private var written: Written?
  private var erased = 0
  private var turn: Task<Void, Never>?

  /// The number of days published: devices store about a week, and older days do not change.
  private nonisolated static let days = 10

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

  /// Removes everything that Halo wrote to Apple Health. Turn writing off first: otherwise it is written again.
  ///
  /// - Throws: The error if something could not be removed.
  func removeFromHealth() async throws {
    try await serialized {
      self.written = nil
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
    let (today, wearer, now) = (environment.today, environment.wearer, environment.now)
    let (widgetSnapshot, data, isEmpty) = try await environment.journal.perform { journal in
      let (snapshot, devices) = (try journal.widgetSnapshot(of: today, wearer: wearer), try journal.allDevices())
      let data = NewestData(
        synced: snapshot.synced, heartRates: try devices.map { try journal.latest(.heartRate, of: $0)?.start },
        workout: try journal.workouts(of: wearer).last)
      return (snapshot, data, devices.isEmpty)
    }
    // Before the first device there is nothing to publish, and after the last was erased its data must not return.
    guard !isEmpty else { return }
    if widgetSnapshot != shown {
      try await dataSink.show(widgetSnapshot)
      shown = widgetSnapshot
    }
    let state = Written(data: data, erased: erased)
    guard environment.settings.current.writesHealth, state != written else { return }
    try await Self.write(environment, to: dataSink, at: now)
    written = state
  }

  private nonisolated static func write(
    _ environment: ModelEnvironment, to dataSink: any DataSink, at now: Moment
  ) async throws {
    let (journal, wearer, registry) = (environment.journal, environment.wearer, environment.registry)
    guard let span = try await journal.perform({ try $0.knownDays(of: wearer) }) else { return }
    let today = now.wallClock.date.daysSince1970
    for day in stride(from: max(span.lowerBound.daysSince1970, today - days), through: today, by: 1) {
      let date = CalendarDate(daysSince1970: day)
      let written = try await journal.perform { try $0.healthDay(date, wearer: wearer, registry) }
      try await dataSink.write(written)
    }
  }
}
