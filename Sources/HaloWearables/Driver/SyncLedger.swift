import Synchronization

/// The progress of a sync over several links: which items are settled or missing. After a link loss the next
/// link continues with the same ledger, and requests only the missing items. The readings are in the recorded frames.
public final class SyncLedger: Sendable {
  /// A requested log: of one day, or of all days.
  public struct Item: Hashable, Sendable {
    public let log: LogID
    /// The day; `nil` if one answer contains all days.
    public let date: CalendarDate?

    /// Creates an item for a log of one day, or of all days.
    public init(_ log: LogID, date: CalendarDate? = nil) {
      self.log = log
      self.date = date
    }
  }

  private struct State {
    var identity: DeviceIdentity?
    var battery: BatteryState?
    var settings: [AutomaticMeasurement]?
    var today: CalendarDate?
    var requested: [Item] = []
    /// Items that the device answered, with or without data.
    var answered: Set<Item> = []
    /// Items fetched by earlier syncs.
    var complete: Set<Item> = []
    var unsupported: [LogID] = []
    var silences: [LogID: Int] = [:]
    /// Logs that the firmware supports, although no answer could be assigned to a day.
    var known: Set<LogID> = []
    /// True if an expected answer was lost or incomplete.
    var hasLostAnswers = false
    /// The facts at the last successful check of the device's date.
    var verified: (answered: Set<Item>, unsupported: [LogID], silences: [LogID: Int]) = ([], [], [:])

    var answerCount: Int { answered.count + (identity == nil ? 0 : 1) }
    var answeredLogs: Set<LogID> { Set(answered.map(\.log)) }
    func isSettled(_ item: Item) -> Bool {
      answered.contains(item) || complete.contains(item) || unsupported.contains(item.log)
    }
  }

  private let state = Mutex(State())

  /// Creates an empty ledger.
  public init() {}

  /// Creates a ledger with the days of logs that were fetched before.
  public init(complete: [(log: LogID, day: CalendarDate)]) {
    state.withLock { $0.complete = Set(complete.map { Item($0.log, date: $0.day) }) }
  }

  /// The number of answers received over all links.
  public var answerCount: Int {
    state.withLock { $0.answerCount }
  }

  /// Begins a link that requests `items`. `today` is the date of the device's clock.
  public func begin(_ items: [Item], today: CalendarDate) {
    state.withLock { state in
      state.requested = items
      state.today = state.today ?? today
    }
  }

  /// Records the result of a check of the device's date. If it is wrong or unknown, the answers since the last check are
  /// dropped: they may be of other days.
  public func verify(_ isRight: Bool) {
    state.withLock { state in
      if isRight {
        state.verified = (state.answered, state.unsupported, state.silences)
      } else {
        // The days of these answers are in doubt, but not that the firmware has the logs.
        state.known.formUnion(state.answeredLogs)
        (state.answered, state.unsupported, state.silences) = state.verified
      }
    }
  }

  /// True if an expected answer was lost or incomplete.
  public var hasLostAnswers: Bool { state.withLock { $0.hasLostAnswers } }

  /// Returns true if the item was answered, or if the firmware does not support it.
  public func isSettled(_ item: Item) -> Bool { state.withLock { $0.isSettled(item) } }
  /// Returns whether the firmware does not support a log.
  public func isUnsupported(_ log: LogID) -> Bool { state.withLock { $0.unsupported.contains(log) } }

  /// Records that the device answered the request of an item, with or without data.
  public func settle(_ item: Item) { state.withLock { _ = $0.answered.insert(item) } }

  /// Records that the firmware refused a log, or never answers its request.
  public func markUnsupported(_ log: LogID) {
    state.withLock { state in
      if !state.unsupported.contains(log) { state.unsupported.append(log) }
    }
  }

  /// Records that the firmware supports a log, even if the log is empty.
  public func noteKnown(_ log: LogID) { state.withLock { _ = $0.known.insert(log) } }

  /// Records an incomplete answer.
  public func noteIncompleteAnswer() { state.withLock { $0.hasLostAnswers = true } }

  /// Records that an item was not answered, and returns whether its log counts as unsupported. If packets get lost,
  /// more unanswered requests are needed.
  public func treatsSilenceAsUnsupported(of item: Item) -> Bool {
    state.withLock { state in
      let log = item.log
      // The answer came late.
      if state.isSettled(item) { return false }
      guard !state.answeredLogs.contains(log), !state.known.contains(log) else {
        state.hasLostAnswers = true
        return false
      }
      state.silences[log, default: 0] += 1
      return state.silences[log, default: 0] >= (state.hasLostAnswers ? 4 : 2)
    }
  }

  /// Returns whether none of several logs that share one channel is supported. At least two of them must have been
  /// requested and never answered, three times in all, or six times if packets get lost.
  public func treatsSilenceAsUnsupported(ofAll logs: [LogID]) -> Bool {
    state.withLock { state in
      let supported = state.answeredLogs.union(state.known).union(state.complete.map(\.log))
      guard supported.isDisjoint(with: logs) else { return false }
      let silences = logs.compactMap { state.silences[$0] }
      return silences.count >= 2 && silences.reduce(0, +) >= (state.hasLostAnswers ? 6 : 3)
    }
  }

  /// The device's identity; `nil` until it was read.
  public var identity: DeviceIdentity? { state.withLock { $0.identity } }
  /// The charge; `nil` until it was read.
  public var battery: BatteryState? { state.withLock { $0.battery } }
  /// The settings of automatic measurements; `nil` until they were read.
  public var settings: [AutomaticMeasurement]? { state.withLock { $0.settings } }
  /// Stores the device's identity.
  public func set(_ identity: DeviceIdentity) { state.withLock { $0.identity = identity } }
  /// Stores the charge.
  public func set(_ battery: BatteryState) { state.withLock { $0.battery = battery } }
  /// Stores the settings of automatic measurements.
  public func set(_ settings: [AutomaticMeasurement]) { state.withLock { $0.settings = settings } }

  /// Reports the progress of the sync. Calls are serialized.
  public func progress(latest: Phrase, _ report: (SyncProgress) -> Void) {
    state.withLock { state in
      let facts = (state.identity == nil ? 0 : 1) + (state.settings == nil ? 0 : 1)
      let done = facts + state.requested.count { state.isSettled($0) }
      report(SyncProgress(done: done, total: state.requested.count + 2, latest: latest))
    }
  }

  /// Returns the report; `nil` before the identity was read. `interruption` is the reason if the sync ended early.
  public func report(zone: String, interruption: Phrase? = nil) -> SyncReport? {
    state.withLock { state in
      guard let identity = state.identity, let today = state.today else { return nil }
      var missed: [LogID] = []
      for item in state.requested where !state.isSettled(item) && !missed.contains(item.log) {
        missed.append(item.log)
      }
      return SyncReport(
        identity: identity, battery: state.battery, settings: state.settings ?? [], today: today, zone: zone,
        unsupported: state.unsupported, missed: missed, interruption: interruption)
    }
  }
}
