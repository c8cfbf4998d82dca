public import HaloBluetooth

/// A family about which Halo has beliefs that a real device can confirm or refute.
public protocol Verifiable: SessionReading {
  /// A verification over links of `session`, whose recorder is `frames`. It begins with ``DeviceVerification/run()``.
  static func verification(
    _ session: WearableSession<Self>, _ environment: DriverEnvironment, frames: FrameList, owner: VerificationOwner
  ) -> any DeviceVerification
}

/// Lets a real device confirm or refute what Halo believes of its family. What it changes, it changes back.
public protocol DeviceVerification: Sendable {
  /// What was found so far, a finding for each belief, in their order. A belief that was not tried says so.
  var results: [BeliefFinding] { get }

  /// What the device reported about itself; `nil` until it did.
  var identity: DeviceIdentity? { get }

  /// Tries everything. What ends one trial leaves it untried, and the next ones are tried.
  ///
  /// - Throws: What ended the link if that happens again and again before anything is tried, and `CancellationError`.
  func run() async throws
}
