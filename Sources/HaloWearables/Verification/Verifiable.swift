/// A family whose protocol claims can be tested with a real device.
public protocol Verifiable: SessionReading {
  /// Creates a verification over links of `session`, whose recorder is `frames`. It starts with
  /// ``DeviceVerification/run()``.
  static func verification(
    _ session: WearableSession<Self>, _ environment: DriverEnvironment, frames: FrameList, owner: VerificationOwner
  ) -> any DeviceVerification
}

/// Tests Halo's claims about a family's protocol with a real device. All changes to the device are undone.
public protocol DeviceVerification: Sendable {
  /// The findings so far, one for each claim, in order. Claims without a test result are `notTried`.
  var results: [ClaimFinding] { get }

  /// The device's identity; `nil` until it was read.
  var identity: DeviceIdentity? { get }

  /// Runs all tests. An error in one test leaves its claims untested, and the next test follows.
  ///
  /// - Throws: The error of the link if it is lost repeatedly before anything is tested, and `CancellationError`.
  func run() async throws
}
