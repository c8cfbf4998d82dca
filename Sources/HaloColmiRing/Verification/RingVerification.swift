import Synchronization

extension ColmiRing {
  /// Tests the protocol claims with a real ring. All changes are undone.
  final class RingVerification: DeviceVerification {
    /// The progress of the verification.
    private struct State {
      var findings: [ProtocolClaim: ClaimFinding] = [:]
      var identity: DeviceIdentity?
      /// The number of tests started.
      var startedCount = 0
      /// A changed setting that must be restored.
      var restore: AutomaticMeasurement?
      /// The commands that stop a running stream.
      var stops: [Request] = []
    }

    private let session: WearableSession<ColmiRingDriver>
    let environment: DriverEnvironment
    let owner: VerificationOwner
    let frames: FrameList
    private let state = Mutex(State())

    /// Creates a verification over links of `session`, whose recorder is `frames`.
    init(
      _ session: WearableSession<ColmiRingDriver>, _ environment: DriverEnvironment, frames: FrameList,
      owner: VerificationOwner
    ) {
      self.session = session
      self.environment = environment
      self.frames = frames
      self.owner = owner
    }

    /// The findings so far, one for each claim, in order. Claims without a test result are `notTried`.
    var results: [ClaimFinding] {
      let found = state.withLock { $0.findings }
      return ProtocolClaim.allCases.map { found[$0] ?? finding($0, .notTried, nil) }
    }

    var identity: DeviceIdentity? { state.withLock { $0.identity } }

    func note(_ identity: DeviceIdentity) { state.withLock { $0.identity = identity } }

    /// Runs all tests. An error in one test leaves its claims untested, and the next test follows.
    ///
    /// - Throws: The error of the link if it is lost repeatedly before anything is tested, and `CancellationError`.
    func run() async throws {
      try await TaskScope.ending({ await conclude() }) { try await runTests() }
    }

    /// Shows the closing remarks, also after an error.
    private func conclude() async {
      if let left = state.withLock({ $0.restore }) {
        owner.showRemark(
          Phrase(
            "A setting could not be restored: \(left.quantity.phrase) was \(left.phrase). Restore it with 'halo settings measure'."
          ))
      }
      if state.withLock({ !$0.stops.isEmpty }) {
        owner.showRemark(
          Phrase(
            "The link was lost before the measurement was stopped. The ring may still measure: put it on its charger, or verify it again."
          )
        )
      }
      await judgeFrames()
    }

    private func runTests() async throws {
      var next = 0
      var failures = 0
      while next < Self.tests.count {
        do {
          try await session.once { try await runTests(from: next, $0) }
          next = Self.tests.count
        } catch let error where error is BluetoothError || error is WearableError {
          if case WearableError.notOfFamily = error { find(.services, .refuted, Phrase("some are missing")) }
          let begun = state.withLock { $0.startedCount }
          failures = begun > next ? 0 : failures + 1
          if failures == 3 { throw error }
          // Do not repeat a test that lost the link: the test may be the cause.
          next = begun
        }
      }
      // The last test may have lost the link with a changed setting or a running stream.
      if state.withLock({ $0.restore != nil || !$0.stops.isEmpty }) { try await session.once { try await restore($0) } }
    }

    func setRestore(_ setting: AutomaticMeasurement) { state.withLock { $0.restore = setting } }

    func setStops(_ stops: [Request]) { state.withLock { $0.stops = stops } }

    /// Stops a running stream and restores a changed setting, even after cancellation.
    func restore(_ driver: ColmiRingDriver) async throws {
      let stops = state.withLock { $0.stops }
      if !stops.isEmpty { try await stop(driver, with: stops) }
      guard let setting = state.withLock({ $0.restore }) else { return }
      _ = try await TaskScope.shielded { try await driver.configure(setting) }
      state.withLock { $0.restore = nil }
    }

    private func runTests(from first: Int, _ driver: ColmiRingDriver) async throws {
      if first == 0 {
        find(.services, .confirmed, Phrase("both, with four characteristics"))
        find(.setTime, .confirmed, Phrase.list(driver.capabilities.phrases))
      }
      try await restore(driver)
      for (number, test) in Self.tests.enumerated().dropFirst(first) {
        state.withLock { $0.startedCount = number + 1 }
        owner.showTest(number + 1, Self.tests.count, test.phrase)
        do {
          try await attempt(test.run, driver)
        } catch is CancellationError {
          try? await restore(driver)
          throw CancellationError()
        }
      }
    }

    private func attempt(_ test: Test, _ driver: ColmiRingDriver) async throws {
      do {
        try await test(self)(driver)
      } catch let error as LiveMeasuringError {
        owner.showRemark(error.phrase)
      } catch let error as ConfigurableError {
        owner.showRemark(error.phrase)
      }
    }

    private typealias Test = @Sendable (RingVerification) -> (ColmiRingDriver) async throws -> Void

    private static let tests: [(phrase: Phrase, run: Test)] = [
      (Phrase("identity, battery and clock"), identity), (Phrase("steps"), activity),
      (Phrase("heart rate, stress and HRV of two days"), logs),
      (Phrase("sleep, SpO₂ and temperature"), bigData), (Phrase("both channels at once"), overlap),
      (Phrase("the settings, two of them changed and restored"), settings),
      (Phrase("the accelerometer, stopping the raw streams, and a live heart rate without a finger"), lying),
      (Phrase("raw sensors, live heart rate and SpO₂, and 20 seconds of a walk"), worn),
    ]

    func find(_ claim: ProtocolClaim, _ verdict: ClaimFinding.Verdict, _ seen: Phrase?) {
      let finding = finding(claim, verdict, seen)
      state.withLock { $0.findings[claim] = finding }
      owner.showFinding(finding)
    }

    private func finding(_ claim: ProtocolClaim, _ verdict: ClaimFinding.Verdict, _ seen: Phrase?) -> ClaimFinding {
      ClaimFinding(claim.rawValue, claim.statement, verdict, seen)
    }

    func find(_ claim: ProtocolClaim, _ isTrue: Bool, _ seen: Phrase?) {
      find(claim, isTrue ? .confirmed : .refuted, seen)
    }

    var today: CalendarDate { environment.time.wallClock.date }
  }
}

extension ColmiRingDriver: Verifiable {
  /// Creates a verification with all tests of the ring family.
  public static func verification(
    _ session: WearableSession<ColmiRingDriver>, _ environment: DriverEnvironment, frames: FrameList,
    owner: VerificationOwner
  ) -> any DeviceVerification {
    ColmiRing.RingVerification(session, environment, frames: frames, owner: owner)
  }
}
