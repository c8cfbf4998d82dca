import HaloBluetooth
import HaloHealth
import HaloInterchange
import HaloModels
import HaloSimulatedRadio
import Synchronization

/// A simulated radio that waits for devices.
final class WaitingSimulatedRadio: WaitingCentral {
  let radio: SimulatedCentral
  let clock: SimulatedClock
  private let ignoresDelays: Bool
  private let released = Mutex(0)

  init(radio: SimulatedCentral, clock: SimulatedClock, ignoresDelays: Bool = false) {
    (self.radio, self.clock, self.ignoresDelays) = (radio, clock, ignoresDelays)
  }

  /// The number of times that Bluetooth was released.
  var releases: Int { released.withLock { $0 } }
  func release() async { released.withLock { $0 += 1 } }

  var state: RadioState { get async { await radio.state } }
  func states() async -> AsyncStream<RadioState> { await radio.states() }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { radio.scan(filter) }
  func start() async {}

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await radio.withConnection(to: device, label: label, timeout: timeout, body)
  }

  func waitUntilRequested(_ devices: [DeviceID]) async {}

  func withConnection<Result: Sendable>(
    waitingFor device: DeviceID, label: String, after delay: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    if !ignoresDelays { try await clock.sleep(for: delay) }
    for try await seen in radio.scan(ScanFilter()) where seen.device == device { break }
    try Task.checkCancellation()
    return try await radio.withConnection(to: device, label: label, timeout: .seconds(60), body)
  }
}

/// Records the published data.
final class RecordingDataSink: DataSink {
  struct Notes {
    var widgetSnapshot: WidgetSnapshot?
    var days: Set<CalendarDate> = []
    var forgotten = 0
    var isAsked = false
    /// The number of entries in all writes.
    var written = 0
    /// The states of workouts on the lock screen; `nil` for an end.
    var workouts: [WorkoutSnapshot?] = []
  }

  private let state = Mutex(Notes())
  private let answer: HealthPermission
  private let health: RecordingHealth?

  /// Creates a sink whose person gives `answer` when asked about Health; `health` keeps what is written.
  init(health answer: HealthPermission = .all, store health: RecordingHealth? = nil) {
    self.answer = answer
    self.health = health
  }

  var notes: Notes { state.withLock { $0 } }

  func show(_ widgetSnapshot: WidgetSnapshot) async throws { state.withLock { $0.widgetSnapshot = widgetSnapshot } }
  func show(_ workout: WorkoutSnapshot?) async { state.withLock { $0.workouts.append(workout) } }
  func askForHealth() async throws -> HealthPermission {
    state.withLock { $0.isAsked = true }
    return answer
  }
  func healthPermission() async -> HealthPermission { state.withLock { $0.isAsked } ? answer : .undecided }
  /// Writes nothing before the person was asked, like Health.
  func write(_ day: HealthDay, retrying: Bool) async throws -> [HealthRefusal] {
    let isAllowed = state.withLock { notes in
      guard notes.isAsked, answer != .denied else { return false }
      notes.days.insert(day.date)
      notes.written += day.records.count
      return true
    }
    return isAllowed ? try await health?.write(day, retrying: retrying) ?? [] : []
  }
  func removeFromHealth() async throws { state.withLock { $0.days = [] } }
  func forget() async throws {
    state.withLock { notes in
      notes.widgetSnapshot = nil
      notes.days = []
      notes.forgotten += 1
    }
  }
}

/// Apple Health as the app sees it: it keeps what it accepts, and refuses what a test says.
actor RecordingHealth: HealthStore {
  /// The accepted parts of each day.
  private(set) var days: [CalendarDate: [HealthDay]] = [:]
  /// The days that were removed, in order: every write begins with it.
  private(set) var removed: [CalendarDate] = []
  /// The parts that were handed to Health, in order.
  private(set) var tried: [HealthDay] = []
  private var ledger = HealthLedger()
  private var refuses: @Sendable (HealthDay) -> String?
  private var isLocked = false

  init(refuses: @escaping @Sendable (HealthDay) -> String? = { _ in nil }) { self.refuses = refuses }

  /// Changes what is refused.
  func refuse(_ refuses: @escaping @Sendable (HealthDay) -> String?) { self.refuses = refuses }
  /// Locks or unlocks the phone.
  func lock(_ isLocked: Bool) { self.isLocked = isLocked }

  func write(_ day: HealthDay, retrying: Bool) async throws -> [HealthRefusal] {
    var changed = ledger
    let refused = try await changed.write(day, to: self, retrying: retrying)
    ledger = changed
    return refused
  }

  func remove(_ day: CalendarDate) throws {
    if isLocked { throw Locked() }
    days[day] = nil
    removed.append(day)
  }

  func save(_ part: HealthDay) throws -> String? {
    if isLocked { throw Locked() }
    tried.append(part)
    if let reason = refuses(part) { return reason }
    days[part.date, default: []].append(part)
    return nil
  }

  private struct Locked: Error {}
}

/// Records notifications.
final class RecordingNotifier: Notifier {
  private let state = Mutex<[String: Notice]>([:])
  private let isAllowed: Bool

  /// Creates a notifier whose person allows notifications or not.
  init(isAllowed: Bool = true) { self.isAllowed = isAllowed }

  /// The notifications, the latest of each identifier.
  var notices: [String: Notice] { state.withLock { $0 } }

  func askForPermission() async throws -> Bool { isAllowed }
  func show(_ notice: Notice) async throws { state.withLock { $0[notice.id] = notice } }
  func withdraw(_ identifiers: [String]) async {
    state.withLock { for identifier in identifiers { $0[identifier] = nil } }
  }

  /// Forgets what was shown.
  func clear() { state.withLock { $0 = [:] } }
}
