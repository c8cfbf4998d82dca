import HaloBluetooth
import HaloHealth
import HaloInterchange
import HaloJournal

/// Hands on what is in the journal: to the widget whenever its glance has changed, to Health after each sync where the person wants that.
@MainActor
public final class SharingModel {
  /// What was written into Health last.
  private struct Written: Equatable {
    let sync: Moment
    let erased: Int
  }

  private let environment: ModelEnvironment
  private var shown: Glance?
  private var written: Written?
  private var erased = 0
  private var turn: Task<Void, Never>?

  /// How many days are handed on: devices keep about a week, and older days do not change.
  private nonisolated static let days = 10

  /// Nothing was handed on yet.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// Hands on what is new until the task is cancelled.
  public func run() async {
    for await _ in environment.changes.updates() { await handOn() }
  }

  /// Hands on what is new; returns when that is done. What cannot be handed on now is handed on with the next change.
  public func handOn() async { await inTurn { try await self.handOnNow() } }

  /// Lets everything go that was handed on and is kept outside of the journal.
  ///
  /// - Throws: Why something of it stays.
  public func forget() async throws {
    var failure: (any Error)?
    await inTurn {
      self.shown = nil
      self.written = nil
      self.erased += 1
      do { try await self.environment.recipient?.forget() } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// One after the other: who came late waits, so that what is forgotten is not written again by who began before.
  private func inTurn(_ body: @escaping @MainActor () async throws -> Void) async {
    let before = turn
    let task = Task(executorPreference: TaskScope.executor) {
      await before?.value
      try? await body()
    }
    turn = task
    await task.value
  }

  private func handOnNow() async throws {
    guard let recipient = environment.recipient else { return }
    let (today, wearer, now) = (environment.today, environment.wearer, environment.now)
    let (glance, isEmpty) = try await environment.journal.perform { journal in
      (try journal.glance(of: today, wearer: wearer), try journal.allDevices().isEmpty)
    }
    // Before the first device there is nothing to hand on, and after the last was erased nothing must come back.
    guard !isEmpty else { return }
    if glance != shown {
      try await recipient.show(glance)
      shown = glance
    }
    guard environment.settings.current.writesHealth, let synced = glance.synced else { return }
    let state = Written(sync: Moment(milliseconds: synced * 1000, secondsFromGMT: 0), erased: erased)
    guard state != written else { return }
    try await Self.write(environment, to: recipient, at: now)
    written = state
  }

  private nonisolated static func write(
    _ environment: ModelEnvironment, to recipient: any Recipient, at now: Moment
  ) async throws {
    let (journal, wearer) = (environment.journal, environment.wearer)
    guard let span = try await journal.perform({ try $0.knownDays(of: wearer) }) else { return }
    let today = now.wallClock.date.daysSince1970
    for day in stride(from: max(span.lowerBound.daysSince1970, today - days), through: today, by: 1) {
      let date = CalendarDate(daysSince1970: day)
      let records = try await journal.perform { try $0.healthRecords(of: date, wearer: wearer) }
      try await recipient.write(date, records, at: now)
    }
  }
}
