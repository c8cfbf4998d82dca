/// A fitness machine. Some can be controlled; when control ends, a belt that was started is stopped.
public protocol MachineControlling: SessionReading {
  /// Decodes the machine data of an advertisement; `nil` if it contains no such data.
  static func advertisedMachine(_ advertisement: Advertisement) -> AdvertisedMachine?

  /// The characteristics with evidence whether a treadmill's belt runs: first the one with its speed.
  static var beltCharacteristics: [BluetoothUUID] { get }

  /// Returns the state of the belt after a device's latest sessions, in order, by the newest evidence in their frames:
  /// whether it runs because of a command, its last reported speed in km/h, if any since it was started, and the time of
  /// that evidence. Returns `nil` if earlier sessions decide.
  static func lastBeltState(
    _ sessions: [[RecordedFrame]], of device: DeviceTraits
  ) -> (isLeftRunning: Bool, speed: Double?, moment: Moment)?

  /// The kind of machine.
  var machine: MachineKind { get }

  /// The device's name for people.
  var label: String { get }

  /// The quantities that the machine reports to measure, as names of the vocabulary; `nil` if not reported.
  var measures: [String]? { get }

  /// The targets that can be set.
  var targets: [MachineTargetRange] { get }

  /// True if the machine accepts commands.
  var isControllable: Bool { get }

  /// True if it is a treadmill that accepts commands. Evidence that it is not, such as the data of a rower, can come
  /// later.
  var hasControllableBelt: Bool { get }

  /// The first record over this link.
  var firstRecord: MachineRecord? { get }

  /// The latest record.
  var record: MachineRecord? { get }

  /// True if the belt moves, as reported by the machine; `nil` before the first report.
  var isMoving: Bool? { get }

  /// Calls `body` with the machine's events as they come. The events end if the link is lost.
  func withEvents<Result: Sendable>(
    _ body: (AsyncStream<MachineEvent>) async throws -> Result
  ) async throws -> Result

  /// Throws the error with which the link was lost, if it was lost.
  func checkLink() throws

  /// Takes control, calls `body` with it, and stops the belt before it returns: when `body` returns, when it throws,
  /// and when the task is canceled. Nothing beyond `limits` or the machine's own range is sent.
  ///
  /// - Throws: ``MachineError``, ``TargetRefusal``, and any error that `body` throws. If the link is lost while the
  ///   belt runs, ``MachineError/linkLostWhileRunning(device:speed:)``.
  func withControl<Result: Sendable>(
    _ limits: MachineLimits, _ body: (any MachineControl) async throws -> Result
  ) async throws -> Result

  /// Takes control and stops the belt. Runs to completion even if the task is canceled.
  ///
  /// - Throws: ``MachineError``, and the error with which the link was lost.
  func stopBelt() async throws
}
