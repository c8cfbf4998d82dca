import HaloText
public import HaloBluetooth
import Synchronization

/// How a link comes and goes: what a person who waits may want to know.
public enum LinkEvent: Sendable {
  /// A link is sought.
  case connecting
  /// The device is ready.
  case connected
  /// The link broke; it is tried again after the pause.
  case interrupted(any Error, pause: Duration)
}

extension RetryPolicy {
  /// For links that break before they bring anything: eight in a row.
  public static let link = RetryPolicy(attempts: 8, firstPause: .milliseconds(500), longestPause: .seconds(8))
}

/// A device that is connected to again and again until what was to be done is done: links to small devices break.
public struct WearableSession<Driver: Wearable>: Sendable {
  private let radio: any Central
  private let device: DeviceID
  private let label: String
  private let environment: DriverEnvironment
  private let recorder: any FrameRecorder
  private let retryPolicy: RetryPolicy

  /// A session with `device`, called `label` in errors. Every frame goes to `recorder` before anyone acts on it.
  public init(
    radio: any Central, device: DeviceID, label: String, environment: DriverEnvironment, recorder: any FrameRecorder,
    retryPolicy: RetryPolicy = .link
  ) {
    self.radio = radio
    self.device = device
    self.label = label
    self.environment = environment
    self.recorder = recorder
    self.retryPolicy = retryPolicy
  }

  /// The same session with another retry policy.
  public func with(_ retryPolicy: RetryPolicy) -> WearableSession {
    WearableSession(
      radio: radio, device: device, label: label, environment: environment, recorder: recorder, retryPolicy: retryPolicy
    )
  }

  /// Connects once, and calls `body` with the device's driver. A device that had to be bonded first is connected to once more.
  public func once<Result: Sendable>(_ body: (Driver) async throws -> Result) async throws -> Result {
    do { return try await link(body) } catch WearableError.newlyBonded { return try await link(body) }
  }

  private func link<Result: Sendable>(_ body: (Driver) async throws -> Result) async throws -> Result {
    try await radio.withConnection(to: device, label: label, timeout: .seconds(10)) { connection in
      try await RecordingConnection.with(connection, recorder: recorder, time: environment.time) { connection in
        try await Driver.withDriver(over: connection, environment, body)
      }
    }
  }

  /// Connects, calls `body`, and does both again where the link breaks. `progress` is a number that grows with what was
  /// achieved: links that achieve nothing are tried again only a few times.
  ///
  /// - Throws: What the last link ended with.
  public func persistently<Result: Sendable>(
    progress: () -> Int, report: @Sendable (LinkEvent) -> Void = { _ in },
    _ body: (Driver) async throws -> Result
  ) async throws -> Result {
    var failures = 0
    var unanswered = 0
    var reached = progress()
    var hasConnected = false
    // A radio that goes off in the middle may come back; one that is off from the beginning was turned off by somebody.
    let mayComeBack = await radio.state != .poweredOff
    while true {
      do {
        report(.connecting)
        return try await once { driver in
          hasConnected = true
          report(.connected)
          return try await body(driver)
        }
      } catch {
        let now = progress()
        // Against the most so far: what is forgotten and brought again is no progress.
        failures = now > reached ? 1 : failures + 1
        reached = max(reached, now)
        if Self.isUnanswered(error) { unanswered += 1 }
        // A device that never answered is asleep, held by another one or not what it seems: a few tries tell.
        guard !Task.isCancelled, Self.isWorthAnotherTry(error, mayComeBack: mayComeBack),
          failures < retryPolicy.attempts,
          hasConnected || unanswered < 3
        else { throw error }
        let pause = retryPolicy.pause(afterFailures: failures)
        report(.interrupted(error, pause: pause))
        try await environment.clock.sleep(for: pause)
      }
    }
  }

  /// Brings home what the device keeps, over as many links as that takes.
  ///
  /// - Returns: What came home, all of it or with ``SyncReport/missed``.
  /// - Throws: What the last link ended with, where not even the device's identity came home.
  public func sync(
    _ request: SyncRequest = SyncRequest(), into ledger: SyncLedger = SyncLedger(),
    report: @Sendable (LinkEvent) -> Void = { _ in }, progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    let isReady = Mutex(false)
    let watch: @Sendable (LinkEvent) -> Void = { event in
      switch event {
      case .connecting: isReady.withLock { $0 = false }
      case .connected: isReady.withLock { $0 = true }
      case .interrupted(let error, _):
        let isOfLink = (error as? BluetoothError)?.operation != .connect
        if isOfLink, !isReady.withLock({ $0 }) { ledger.noteBrokenBeginning() }
      }
      report(event)
    }
    do {
      return try await persistently(progress: { ledger.answerCount }, report: watch) { driver in
        let synced = try await driver.sync(request, into: ledger, progress: progress)
        if !synced.missed.isEmpty { throw Incomplete(what: synced.missed) }
        return synced
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      let interruption = (error as? any PhrasedError)?.phrase ?? Phrase(verbatim: "\(error)")
      guard let synced = ledger.report(zone: environment.time.zone, interruption: interruption) else { throw error }
      return synced
    }
  }

  /// A link that lasted, and over which not everything came.
  private struct Incomplete: PhrasedError {
    let what: [String]
    var phrase: Phrase {
      let list = Phrase.list(what.map { Phrase(stringLiteral: $0) }) ?? Phrase("something")
      return Phrase("The sync is incomplete: \(list) is missing. Bring the device closer.")
    }
  }

  /// Whether the device itself said nothing.
  private static func isUnanswered(_ error: any Error) -> Bool {
    switch error {
    case WearableError.silent: return true
    case let error as BluetoothError:
      if case .timedOut = error.reason { return true }
      return false
    default: return false
    }
  }

  private static func isWorthAnotherTry(_ error: any Error, mayComeBack: Bool) -> Bool {
    switch error {
    case is CancellationError: return false
    case is Incomplete: return true
    case let error as WearableError:
      switch error {
      case .silent, .unanswered, .clockChanged: return true
      case .notOfFamily, .newlyBonded: return false
      }
    case let error as BluetoothError:
      switch error.reason {
      case .disconnected, .timedOut: return true
      // A device that wants to be paired first wants that the next time too.
      case .attribute(let code): return ![0x05, 0x08, 0x0F].contains(code)
      case .radio(.poweredOff): return mayComeBack
      case .radio(let state): return [.resetting, .unknown].contains(state)
      default: return false
      }
    default: return false
    }
  }
}
