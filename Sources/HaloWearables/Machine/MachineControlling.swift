public import HaloBluetooth
public import HaloHealth

/// A machine to train on. Some can be controlled as well; a belt that was started stands when control ends.
public protocol MachineControlling: SessionReading {
  /// What a machine advertises of itself; `nil` if it says nothing.
  static func advertisedMachine(_ advertisement: Advertisement) -> AdvertisedMachine?

  /// The characteristic through which a treadmill reports its speed.
  static var beltCharacteristic: BluetoothUUID { get }

  /// What the frames of a session tell last of a belt: its speed in km/h, when that came, and whether an order had started it before;
  /// `nil` if they tell nothing of a belt.
  static func lastBelt(
    _ frames: [RecordedFrame], advertisedName: String?
  ) -> (speed: Double, moment: Moment, wasStarted: Bool)?

  /// Which kind of machine it is.
  var machine: MachineKind { get }

  /// The device as a person knows it.
  var label: String { get }

  /// What it says that it measures, in the vocabulary; `nil` if it does not say.
  var measures: [String]? { get }

  /// What it can be told to aim for.
  var targets: [MachineTargetRange] { get }

  /// Whether it can be told anything at all.
  var isControllable: Bool { get }

  /// The first record over this link.
  var firstRecord: MachineRecord? { get }

  /// The latest record.
  var record: MachineRecord? { get }

  /// Whether the belt moves, as far as the machine says; `nil` before it says anything.
  var isMoving: Bool? { get }

  /// Calls `body` with what the machine reports, as it comes. The events end if the link is lost.
  func withEvents<Result: Sendable>(
    _ body: (AsyncStream<MachineEvent>) async throws -> Result
  ) async throws -> Result

  /// Throws what the link was lost with, if it was lost.
  func checkLink() throws

  /// Takes control, calls `body` with it, and stops the belt before it returns: when `body` returns, when it throws, and when the task
  /// is cancelled. Nothing beyond `limits` or the machine's own range is ever sent.
  ///
  /// - Throws: ``MachineError``, ``TargetRefusal``, and whatever `body` throws. If the link is lost while the belt runs,
  ///   ``MachineError/linkLostWhileRunning(device:speed:)``.
  func withControl<Result: Sendable>(
    _ limits: MachineLimits, _ body: (any MachineControl) async throws -> Result
  ) async throws -> Result

  /// Takes control and stops the belt. Done to its end even if the task is cancelled.
  ///
  /// - Throws: ``MachineError``, and the error that the link was lost with.
  func stopBelt() async throws
}
