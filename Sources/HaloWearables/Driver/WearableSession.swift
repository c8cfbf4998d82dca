/// A change of the link's state, for progress messages.
public enum LinkEvent: Sendable {
  /// The link is being opened.
  case connecting
  /// The device is ready.
  case connected
  /// The link was lost; the next attempt follows after the pause.
  case interrupted(any Error, pause: Duration)
}

extension RetryPolicy {
  /// For links that are lost before they make progress: eight attempts in a row.
  public static let link = RetryPolicy(attempts: 8, firstPause: .milliseconds(500), longestPause: .seconds(8))
}

extension Central {
  /// Waits until the radio is on. Returns false if it is not on within ten seconds, such as when its service is dead.
  fileprivate func returns(_ clock: any Clock<Duration>) async throws -> Bool {
    try await TimeLimit.within(.seconds(10), clock) {
      for await state in await self.states() where state == .poweredOn { return true }
      return false
    } ?? false
  }
}

/// Runs work on a device, reconnecting after link loss.
public struct WearableSession<Driver: Wearable>: Sendable {
  private let radio: any Central
  private let device: DeviceID
  private let label: String
  private let environment: DriverEnvironment
  private let recorder: any FrameRecorder
  /// How links that are lost are retried.
  public var retryPolicy: RetryPolicy

  /// Creates a session with `device`, called `label` in errors. Every frame is recorded by `recorder` before it is
  /// processed.
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

  /// Connects once, and calls `body` with the device's driver. A device that was just bonded is connected a second
  /// time.
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

  /// Connects, calls `body`, and repeats both if the link is lost. `progress` is a number that grows with each result:
  /// links without progress are retried only a few times, and not if the radio itself does not come back.
  ///
  /// - Throws: The error of the last link.
  public func withReconnection<Result: Sendable>(
    progress: () -> Int, report: @Sendable (LinkEvent) -> Void = { _ in },
    _ body: (Driver) async throws -> Result
  ) async throws -> Result {
    var failures = 0
    var unanswered = 0
    var reached = progress()
    var hasConnected = false
    // If the radio goes off during the session, it may come back. If it is off from the beginning, the user turned it
    // off.
    let mayRecover = await radio.state != .poweredOff
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
        // Compare with the maximum: data that was dropped and fetched again is not progress.
        failures = now > reached ? 1 : failures + 1
        reached = max(reached, now)
        if Self.isUnanswered(error) { unanswered += 1 }
        // A device that never answered is asleep, connected to another host, or of another family: give up after a few
        // attempts.
        guard !Task.isCancelled, Self.isRetryable(error, mayRecover: mayRecover),
          failures < retryPolicy.attempts,
          hasConnected || unanswered < 3
        else { throw error }
        let pause = retryPolicy.pause(afterFailures: failures)
        report(.interrupted(error, pause: pause))
        try await environment.clock.sleep(for: pause)
        if case .radio = (error as? BluetoothError)?.reason, try await !radio.returns(environment.clock) { throw error }
      }
    }
  }

  /// Fetches the data that the device stores, over as many links as needed.
  ///
  /// - Returns: The report, complete or with ``SyncReport/missed``.
  /// - Throws: The error of the last link if not even the device's identity was received.
  public func sync(
    _ request: SyncRequest = SyncRequest(), into ledger: SyncLedger = SyncLedger(),
    report: @Sendable (LinkEvent) -> Void = { _ in }, progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    do {
      return try await withReconnection(progress: { ledger.answerCount }, report: report) { driver in
        // The driver has set the clock. If its date was not right, what earlier links fetched is of unknown days.
        ledger.verify(!environment.clockCheck.takeLoss())
        let synced = try await driver.sync(request, into: ledger, progress: progress)
        if !synced.missed.isEmpty { throw Incomplete(what: synced.missed.map(Driver.family.name)) }
        return synced
      }
    } catch {
      if environment.clockCheck.takeLoss() { ledger.verify(false) }
      if error is CancellationError { throw error }
      let interruption = (error as? any PhrasedError)?.phrase ?? Phrase(verbatim: "\(error)")
      guard let synced = ledger.report(zone: environment.time.zone, interruption: interruption) else { throw error }
      return synced
    }
  }

  /// A link that was not lost, but over which not all data was received.
  private struct Incomplete: PhrasedError {
    let what: [Phrase]
    var phrase: Phrase {
      let list = Phrase.list(what) ?? Phrase("something")
      return Phrase("The sync is incomplete: \(list) is missing. Bring the device closer.")
    }
  }

  /// Returns whether the device itself did not answer.
  private static func isUnanswered(_ error: any Error) -> Bool {
    if case .timedOut = (error as? BluetoothError)?.reason { return true }
    if case WearableError.silent = error { return true }
    return false
  }

  private static func isRetryable(_ error: any Error, mayRecover: Bool) -> Bool {
    switch error {
    case is Incomplete, WearableError.silent, WearableError.unanswered, WearableError.clockChanged: return true
    case let error as BluetoothError:
      switch error.reason {
      case .disconnected, .timedOut: return true
      // A device that requires pairing will require it on the next attempt too.
      case .attribute(let code): return ![0x05, 0x08, 0x0F].contains(code)
      case .radio(.poweredOff): return mayRecover
      case .radio(let state): return [.resetting, .unknown].contains(state)
      default: return false
      }
    default: return false
    }
  }
}
