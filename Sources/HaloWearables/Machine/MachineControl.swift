/// A machine under control.
public protocol MachineControl: Sendable {
  var machine: any MachineControlling { get }

  /// The speeds in km/h within the limits of the machine and the user; `nil` if no value is allowed.
  var allowedSpeeds: ClosedRange<Double>? { get }

  /// The default start speed in km/h; 0 if none is allowed.
  var startingSpeed: Double { get }

  /// The machine's maximum speed in km/h, without the user's limit; `nil` if not reported.
  var fastestSpeed: Double? { get }

  /// The speed increment in km/h; `nil` if not reported.
  var speedStep: Double? { get }

  /// The inclinations in percent within the limits of the machine and the user; `nil` if no value is allowed.
  var allowedInclinations: ClosedRange<Double>? { get }

  /// The inclination increment in percent; `nil` if not reported.
  var inclinationStep: Double? { get }

  /// The resistance levels that the machine accepts; `nil` if not reported.
  var allowedResistances: ClosedRange<Double>? { get }

  /// The powers in watts that the machine accepts; `nil` if not reported.
  var allowedPowers: ClosedRange<Double>? { get }

  /// Checks whether the belt may be started at a speed in km/h. Sends nothing.
  ///
  /// - Throws: ``TargetRefusal`` if it may not.
  func checkStart(at speed: Double) throws

  /// Starts the belt, and raises its speed step by step to `speed` in km/h. If the belt moves already, this is
  /// ``setSpeed(_:)``.
  func run(at speed: Double) async throws

  /// Changes the speed of a moving belt in km/h, step by step if it becomes faster. 0 stops the belt. An earlier
  /// command that is still running ends with ``MachineError/superseded(device:)``.
  func setSpeed(_ speed: Double) async throws

  /// Changes the speed in km/h by an amount, within the allowed speeds. It counts from ``targetSpeed``, so that four
  /// quick changes are four steps.
  func changeSpeed(by change: Double) async throws

  /// The speed in km/h that the last command asked for, if the machine's buttons have not changed it since; otherwise the
  /// measured speed. `nil` if neither is known.
  var targetSpeed: Double? { get }

  /// Waits until the belt reaches a speed in km/h; returns false if it does not within `time`.
  func reaches(_ speed: Double, within time: Duration) async throws -> Bool

  /// Sets the inclination in percent.
  func setInclination(_ percent: Double) async throws

  /// Changes the inclination in percent by an amount, as ``changeSpeed(by:)`` does.
  func changeInclination(by change: Double) async throws

  /// The inclination in percent, as ``targetSpeed``.
  var targetInclination: Double? { get }

  /// Sets the resistance level in the machine's own unit, rounded down to its step.
  func setResistance(_ level: Double) async throws

  /// Sets the target power in watts, rounded down to the machine's step.
  func setPower(_ watts: Double) async throws

  /// Pauses the belt; ``run(at:)`` resumes.
  func pause() async throws

  /// Stops the belt, and waits until it is at rest. Runs to completion even if the task is canceled.
  ///
  /// - Throws: ``MachineError/mayStillRun(device:)`` if the belt was not seen to stop.
  func stop() async throws

  /// Stops a belt that was started. Runs to completion even if the task is canceled; does nothing if the belt is at
  /// rest.
  func stopIfStarted() async throws
}
