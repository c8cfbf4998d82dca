public import HaloText
public import HaloHealth
import Synchronization

/// What a sync has brought home so far. Where a link breaks, the next one is given the same ledger and asks only for what is
/// still missing.
public final class SyncLedger: Sendable {
  /// One thing that is asked for: a log of one day, or of all days.
  public struct Item: Hashable, Sendable {
    /// What it is, for people.
    public let kind: String
    /// Which day; `nil` if one answer holds all of them.
    public let date: CalendarDate?

    /// A log of one day, or of all days.
    public init(kind: String, date: CalendarDate? = nil) {
      self.kind = kind
      self.date = date
    }
  }

  private struct Contents {
    var identity: DeviceIdentity?
    var battery: BatteryState?
    var settings: [AutomaticMeasurement]?
    var today: CalendarDate?
    var wanted: [Item] = []
    /// In order of arrival, so that the same sync always gives the same report.
    var order: [Item] = []
    var readings: [Item: Readings] = [:]
    var empty: Set<Item> = []
    /// What was home before.
    var complete: Set<Item> = []
    var unsupported: [String] = []
    var silences: [String: Int] = [:]
    /// Kinds that the device knows, though nothing that says so could be put to a day.
    var known: Set<String> = []
    /// Whether an answer that is known to exist did not come, or not whole.
    var hasSeenTrouble = false

    var answerCount: Int { readings.count + empty.count + (identity == nil ? 0 : 1) }
    var answered: Set<String> { Set(readings.keys.map(\.kind)).union(empty.map(\.kind)) }
    func isSettled(_ item: Item) -> Bool {
      readings[item] != nil || empty.contains(item) || complete.contains(item) || unsupported.contains(item.kind)
    }
  }

  private struct State {
    var contents = Contents()
    /// The contents when the device was last seen to have the right date.
    var verified = Contents()
    /// Whether the device can tell its date.
    var tellsDate = false
    /// Whether the device was given the time and nobody knows which it had before: what came until then may be of a lost clock.
    var isDoubtful = false

    mutating func doubt() {
      if contents.answerCount > verified.answerCount { isDoubtful = true }
    }

    mutating func forgetUnverified() {
      contents = verified
      isDoubtful = false
    }
  }

  private let state = Mutex(State())

  /// An empty ledger.
  public init() {}

  /// A ledger of someone who has these days of these logs already, as their statements name them.
  public init(complete: [(log: String, day: CalendarDate)]) {
    state.withLock { state in
      state.contents.complete = Set(complete.map { Item(kind: $0.log, date: $0.day) })
      state.verified = state.contents
    }
  }

  /// How many answers are home, of all links together.
  public var answerCount: Int {
    state.withLock { $0.contents.answerCount }
  }

  /// Begins a link that will ask for these, on that day of the device's clock.
  ///
  /// `found` is the date that the device had before it was given the time. Where it was wrong, the device lost its clock some
  /// time after it was last seen to be right, and what it said since is forgotten.
  public func begin(_ items: [Item], today: CalendarDate, found: CalendarDate?) {
    state.withLock { state in
      if found != nil { state.tellsDate = true }
      // A day more or less is a journey, not a clock that was lost.
      if let found, abs(found.daysSince1970 - today.daysSince1970) > 1 { state.forgetUnverified() }
      if found == nil { state.doubt() }
      state.contents.wanted = items
      state.contents.today = state.contents.today ?? today
    }
  }

  /// A link broke before the device was ready, perhaps after it was given the time.
  public func noteBrokenBeginning() { state.withLock { $0.doubt() } }

  /// Forgets what came since the device was last seen to have the right date, where that is in doubt; whether it was.
  public func forgetDoubtful() -> Bool {
    state.withLock { state in
      guard state.isDoubtful else { return false }
      state.forgetUnverified()
      return true
    }
  }

  /// Whether it is worth asking the device for its date: it can tell, or an answer that it could may have been lost.
  public var mayTellDate: Bool { state.withLock { $0.tellsDate || $0.contents.hasSeenTrouble } }

  /// The device has, or has not, the right date at the end of a link. Where it has not, nothing is true that came since it last had.
  ///
  /// - Returns: Whether all that came is true.
  public func verify(_ isRight: Bool) -> Bool {
    state.withLock { state in
      state.tellsDate = true
      guard isRight, !state.isDoubtful else {
        state.forgetUnverified()
        return false
      }
      state.verified = state.contents
      return true
    }
  }

  /// Whether an item was answered, or the firmware does not have it.
  public func isSettled(_ item: Item) -> Bool { state.withLock { $0.contents.isSettled(item) } }
  /// Whether the firmware does not have a log.
  public func isUnsupported(_ kind: String) -> Bool { state.withLock { $0.contents.unsupported.contains(kind) } }

  /// What came for an item; what came before for the same item is replaced.
  public func put(_ readings: Readings, for item: Item) {
    state.withLock { state in
      if state.contents.readings.updateValue(readings, forKey: item) == nil { state.contents.order.append(item) }
      state.contents.empty.remove(item)
    }
  }

  /// The device has nothing for an item, unless something came for it all the same.
  public func putNothing(for item: Item) {
    state.withLock { state in
      if state.contents.readings[item] == nil { state.contents.empty.insert(item) }
    }
  }

  /// The firmware refused a log, or never answers it.
  public func refuse(_ kind: String) {
    state.withLock { state in
      if !state.contents.unsupported.contains(kind) { state.contents.unsupported.append(kind) }
    }
  }

  /// The firmware knows a log, though it may have nothing in it.
  public func noteKnown(_ kind: String) { state.withLock { _ = $0.contents.known.insert(kind) } }

  /// An answer came in part.
  public func noteTrouble() { state.withLock { $0.contents.hasSeenTrouble = true } }

  /// Nothing at all came for an item; whether its kind is unknown to the device. Where packets get lost, that takes more to
  /// believe.
  public func believesSilence(of item: Item) -> Bool {
    state.withLock { state in
      let kind = item.kind
      // It was only late.
      if state.contents.isSettled(item) { return false }
      guard !state.contents.answered.contains(kind), !state.contents.known.contains(kind) else {
        state.contents.hasSeenTrouble = true
        return false
      }
      state.contents.silences[kind, default: 0] += 1
      return state.contents.silences[kind, default: 0] >= (state.contents.hasSeenTrouble ? 4 : 2)
    }
  }

  /// Whether the device knows none of several kinds, which it would all send over one channel. At least two of them were asked for and
  /// never answered, three times in all; six times if packets get lost.
  public func believesSilence(ofAll kinds: [String]) -> Bool {
    state.withLock { state in
      let contents = state.contents
      let heard = contents.answered.union(contents.known).union(contents.complete.map(\.kind))
      guard heard.isDisjoint(with: kinds) else { return false }
      let silences = kinds.compactMap { contents.silences[$0] }
      return silences.count >= 2 && silences.reduce(0, +) >= (contents.hasSeenTrouble ? 6 : 3)
    }
  }

  /// What the device is; `nil` until it was read.
  public var identity: DeviceIdentity? { state.withLock { $0.contents.identity } }
  /// How full the battery is; `nil` until it was read.
  public var battery: BatteryState? { state.withLock { $0.contents.battery } }
  /// What the device measures by itself; `nil` until it was read.
  public var settings: [AutomaticMeasurement]? { state.withLock { $0.contents.settings } }
  /// Keeps what the device is.
  public func set(_ identity: DeviceIdentity) { state.withLock { $0.contents.identity = identity } }
  /// Keeps how full the battery is.
  public func set(_ battery: BatteryState) { state.withLock { $0.contents.battery = battery } }
  /// Keeps what the device measures by itself.
  public func set(_ settings: [AutomaticMeasurement]) { state.withLock { $0.contents.settings = settings } }

  /// How far the sync is, told to one caller after the other.
  public func progress(latest: String, _ report: (SyncProgress) -> Void) {
    state.withLock { state in
      let contents = state.contents
      let facts = (contents.identity == nil ? 0 : 1) + (contents.settings == nil ? 0 : 1)
      let done = facts + contents.wanted.count { contents.isSettled($0) }
      report(SyncProgress(done: done, total: contents.wanted.count + 2, latest: latest))
    }
  }

  /// What is home; `nil` before the device has said what it is. `interruption` says what ended it before its time.
  public func report(zone: String, interruption: Phrase? = nil) -> SyncReport? {
    state.withLock { state in
      // What may be of a lost clock is not told.
      let contents = state.isDoubtful ? state.verified : state.contents
      guard let identity = state.contents.identity, let today = state.contents.today else { return nil }
      var readings = Readings()
      for item in contents.order { readings.append(contents.readings[item] ?? Readings()) }
      var missed: [String] = []
      for item in state.contents.wanted where !contents.isSettled(item) && !missed.contains(item.kind) {
        missed.append(item.kind)
      }
      return SyncReport(
        identity: identity, battery: state.contents.battery, settings: state.contents.settings ?? [], today: today,
        zone: zone,
        readings: readings, unsupported: state.contents.unsupported, missed: missed, interruption: interruption)
    }
  }
}
