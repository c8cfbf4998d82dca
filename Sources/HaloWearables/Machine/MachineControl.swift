/// A machine under control.
public protocol MachineControl: Sendable {
  /// The machine.
  var machine: any MachineControlling { get }

  /// The speeds in km/h that machine and person allow; `nil` if there is none.
  var allowedSpeeds: ClosedRange<Double>? { get }

  /// The speed in km/h at which a belt is started if no other is asked for; 0 if none is allowed.
  var startingSpeed: Double { get }

  /// The fastest that the machine takes, in km/h, whatever the person allows; `nil` if it does not say.
  var fastestSpeed: Double? { get }

  /// The step between two speeds in km/h; `nil` if the machine does not say.
  var speedStep: Double? { get }

  /// The inclinations in per cent that machine and person allow; `nil` if there is none.
  var allowedInclinations: ClosedRange<Double>? { get }

  /// The step between two inclinations in per cent; `nil` if the machine does not say.
  var inclinationStep: Double? { get }

  /// The resistance levels that the machine takes; `nil` if it does not say.
  var allowedResistances: ClosedRange<Double>? { get }

  /// The powers in watts that the machine takes; `nil` if it does not say.
  var allowedPowers: ClosedRange<Double>? { get }

  /// Looks whether a belt may be started at a speed in km/h; nothing is sent.
  ///
  /// - Throws: ``TargetRefusal`` if it may not.
  func checkStart(at speed: Double) throws

  /// Sets the belt in motion, and brings it to that speed in km/h, step by step. If it moves already, this is ``setSpeed(_:)``.
  func run(at speed: Double) async throws

  /// Brings a belt that moves to a speed in km/h, step by step if it becomes faster. 0 stops it. What was asked for before, and is
  /// under way still, ends with ``MachineError/overtaken(device:)``.
  func setSpeed(_ speed: Double) async throws

  /// Whether the belt becomes as fast as that, in km/h, within a time.
  func reaches(_ speed: Double, within time: Duration) async throws -> Bool

  /// Sets the inclination in per cent.
  func setInclination(_ percent: Double) async throws

  /// Sets the resistance level, in the machine's own numbers, to the nearest of its steps that is not more.
  func setResistance(_ level: Double) async throws

  /// Sets the power in watts that its user has to give, to the nearest of the machine's steps that is not more.
  func setPower(_ watts: Double) async throws

  /// Lets the belt stand still for a while; ``run(at:)`` goes on.
  func pause() async throws

  /// Stops the belt, and waits until it stands. Done to its end even if the task is cancelled.
  ///
  /// - Throws: ``MachineError/mayStillRun(device:)`` if it was not seen to stand.
  func stop() async throws

  /// Stops a belt that was set in motion. Done to its end even if the task is cancelled; nothing happens if the belt stands.
  func leave() async throws
}
