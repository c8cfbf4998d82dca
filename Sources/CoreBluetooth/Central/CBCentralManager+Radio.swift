public import HaloBluetooth

extension CBCentralManager {
  /// The radio for managers created within ``withCentral(_:clock:_:)``.
  @TaskLocal package static var scopedRadio: Radio?

  /// Calls `body`. Managers created within it, at any depth, use `central` instead of the radio that `HALO_RADIO`
  /// selects.
  ///
  /// For tests, which can then run in parallel. Within a `Simulation` no other setup is needed:
  /// ```swift
  /// try await Simulation.run { clock in
  ///   let medium = SimulatedMedium(clock: clock, seed: 1)
  ///   await medium.add(VirtualColmiRing(…))
  ///   try await CBCentralManager.withCentral(medium.central(), clock: clock) {
  ///     let session = RingSession()  // makes its CBCentralManager itself
  ///     …
  ///   }
  /// }
  /// ```
  /// Callbacks, and tasks started in them, are in the scope as well. In a `Simulation`, simulated time stops while a
  /// callback runs. It continues while other code runs outside of the simulation, including the main actor.
  /// - Parameters:
  ///   - central: The radio.
  ///   - clock: The clock for start delays; in a `Simulation`, the simulation's clock.
  public static func withCentral<Result>(
    _ central: any Central, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $scopedRadio.withValue(Radio(central, clock: clock), operation: body, isolation: isolation)
  }

  /// The same with links that at first report that they take no writes without response, as some iPhones do:
  /// `canSendWriteWithoutResponse` is false, and `peripheralIsReady(toSendWriteWithoutResponse:)` is called only
  /// after a first write.
  package static func withCentralRefusingFirstWrite<Result>(
    _ central: any Central, clock: any Clock<Duration>, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $scopedRadio.withValue(
      Radio(central, clock: clock, refusesFirstWrite: true), operation: body, isolation: isolation)
  }

  /// The same as ``withCentral(_:clock:isolation:_:)`` for synchronous code.
  public static func withCentral<Result>(
    _ central: any Central, clock: any Clock<Duration> = ContinuousClock(), _ body: () throws -> Result
  ) rethrows -> Result {
    try $scopedRadio.withValue(Radio(central, clock: clock), operation: body)
  }
}
