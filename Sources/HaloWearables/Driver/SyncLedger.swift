import Synchronization

/// The progress of a sync over several links: which items are settled, missing or in doubt. After a link loss the next
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

  private struct Contents {
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

    var answerCount: Int { answered.count + (identity == nil ? 0 : 1) }
    var answeredLogs: Set<LogID> { Set(answered.map(\.log)) }
    func isSettled(_ item: Item) -> Bool {
      answered.contains(item) || complete.contains(item) || unsupported.contains(item.log)
    }
  }

  private struct State {
    var contents = Contents()
    /// The contents at the last successful check of the device's date.
    var verified = Contents()
    /// True if the device can report its date.
    var reportsDate = false
    /// True if the clock was set and the date before that is unknown. Answers received before that may have wrong
    /// dates.
    var isDoubtful = false

    mutating func markDoubtful() {
      if contents.answerCount > verified.answerCount { isDoubtful = true }
    }

    mutating func dropUnverified() {
      contents = verified
      isDoubtful = false
    }
  }

  private let state = Mutex(State())

  /// Creates an empty ledger.
  public init() {}

  /// Creates a ledger with the days of logs that were fetched before.
  public init(complete: [(log: LogID, day: CalendarDate)]) {
    state.withLock { state in
      state.contents.complete = Set(complete.map { Item($0.log, date: $0.day) })
      state.verified = state.contents
    }
  }

  /// The number of answers received over all links.
  public var answerCount: Int {
    state.withLock { $0.contents.answerCount }
  }

  /// Begins a link that requests `items`. `today` is the date of the device's clock.
  ///
  /// `found` is the device's date before its clock was set. If `found` is wrong, the device lost its clock after the
  /// last check, and the unverified contents are dropped.
  public func begin(_ items: [Item], today: CalendarDate, found: CalendarDate?) {
    state.withLock { state in
      if found != nil { state.reportsDate = true }
      // One day off is a time-zone change, not a lost clock.
      if let found, abs(found.daysSince1970 - today.daysSince1970) > 1 { state.dropUnverified() }
      if found == nil { state.markDoubtful() }
      state.contents.requested = items
      state.contents.today = state.contents.today ?? today
    }
  }

  /// Records that a link was lost before the device was ready, perhaps after its clock was set.
  public func noteLinkLossBeforeReady() { state.withLock { $0.markDoubtful() } }

  /// Drops the contents received since the last check of the date if they are in doubt. Returns whether they were.
  public func dropDoubtful() -> Bool {
    state.withLock { state in
      guard state.isDoubtful else { return false }
      state.dropUnverified()
      return true
    }
  }

  /// True if the date request can be useful: the device supports it, or the answer that shows this may have been lost.
  public var mayReportDate: Bool { state.withLock { $0.reportsDate || $0.contents.hasLostAnswers } }

  /// Records the result of the date check at the end of a link. If the date is wrong, the contents received since the
  /// last check are dropped.
  ///
  /// - Returns: True if all contents are valid.
  public func verify(_ isRight: Bool) -> Bool {
    state.withLock { state in
      state.reportsDate = true
      guard isRight, !state.isDoubtful else {
        state.dropUnverified()
        return false
      }
      state.verified = state.contents
      return true
    }
  }

  /// Returns true if the item was answered, or if the firmware does not support it.
  public func isSettled(_ item: Item) -> Bool { state.withLock { $0.contents.isSettled(item) } }
  /// Returns whether the firmware does not support a log.
  public func isUnsupported(_ log: LogID) -> Bool { state.withLock { $0.contents.unsupported.contains(log) } }

  /// Records that the device answered the request of an item, with or without data.
  public func settle(_ item: Item) { state.withLock { _ = $0.contents.answered.insert(item) } }

  /// Records that the firmware refused a log, or never answers its request.
  public func markUnsupported(_ log: LogID) {
    state.withLock { state in
      if !state.contents.unsupported.contains(log) { state.contents.unsupported.append(log) }
    }
  }

  /// Records that the firmware supports a log, even if the log is empty.
  public func noteKnown(_ log: LogID) { state.withLock { _ = $0.contents.known.insert(log) } }

  /// Records an incomplete answer.
  public func noteIncompleteAnswer() { state.withLock { $0.contents.hasLostAnswers = true } }

  /// Records that an item was not answered, and returns whether its log counts as unsupported. If packets get lost,
  /// more unanswered requests are needed.
  public func treatsSilenceAsUnsupported(of item: Item) -> Bool {
    state.withLock { state in
      let log = item.log
      // The answer came late.
      if state.contents.isSettled(item) { return false }
      guard !state.contents.answeredLogs.contains(log), !state.contents.known.contains(log) else {
        state.contents.hasLostAnswers = true
        return false
      }
      state.contents.silences[log, default: 0] += 1
      return state.contents.silences[log, default: 0] >= (state.contents.hasLostAnswers ? 4 : 2)
    }
  }

  /// Returns whether none of several logs that share one channel is supported. At least two of them must have been
  /// requested and never answered, three times in all, or six times if packets get lost.
  public func treatsSilenceAsUnsupported(ofAll logs: [LogID]) -> Bool {
    state.withLock { state in
      let contents = state.contents
      let supported = contents.answeredLogs.union(contents.known).union(contents.complete.map(\.log))
      guard supported.isDisjoint(with: logs) else { return false }
      let silences = logs.compactMap { contents.silences[$0] }
      return silences.count >= 2 && silences.reduce(0, +) >= (contents.hasLostAnswers ? 6 : 3)
    }
  }

  /// The device's identity; `nil` until it was read.
  public var identity: DeviceIdentity? { state.withLock { $0.contents.identity } }
  /// The charge; `nil` until it was read.
  public var battery: BatteryState? { state.withLock { $0.contents.battery } }
  /// The settings of automatic measurements; `nil` until they were read.
  public var settings: [AutomaticMeasurement]? { state.withLock { $0.contents.settings } }
  /// Stores the device's identity.
  public func set(_ identity: DeviceIdentity) { state.withLock { $0.contents.identity = identity } }
  /// Stores the charge.
  public func set(_ battery: BatteryState) { state.withLock { $0.contents.battery = battery } }
  /// Stores the settings of automatic measurements.
  public func set(_ settings: [AutomaticMeasurement]) { state.withLock { $0.contents.settings = settings } }

  /// Reports the progress of the sync. Calls are serialized.
  public func progress(latest: Phrase, _ report: (SyncProgress) -> Void) {
    state.withLock { state in
      let contents = state.contents
      let facts = (contents.identity == nil ? 0 : 1) + (contents.settings == nil ? 0 : 1)
      let done = facts + contents.requested.count { contents.isSettled($0) }
      report(SyncProgress(done: done, total: contents.requested.count + 2, latest: latest))
    }
  }

  /// Returns the report; `nil` before the identity was read. `interruption` is the reason if the sync ended early.
  public func report(zone: String, interruption: Phrase? = nil) -> SyncReport? {
    state.withLock { state in
      // Report only verified contents if the clock is in doubt.
      let contents = state.isDoubtful ? state.verified : state.contents
      guard let identity = state.contents.identity, let today = state.contents.today else { return nil }
      var missed: [LogID] = []
      for item in state.contents.requested where !contents.isSettled(item) && !missed.contains(item.log) {
        missed.append(item.log)
      }
      return SyncReport(
        identity: identity, battery: state.contents.battery, settings: state.contents.settings ?? [], today: today,
        zone: zone, unsupported: state.contents.unsupported, missed: missed, interruption: interruption)
    }
  }
}
