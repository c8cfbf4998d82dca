#if !canImport(Darwin)
  public import HaloBluetooth

  extension CBCentralManager {
    /// The radio that managers use which are made within ``withCentral(_:clock:_:)``.
    @TaskLocal package static var scopedRadio: Radio?

    /// Calls `body`; managers that are made within it, however deep, use `central` in place of the radio that `HALO_RADIO` names.
    ///
    /// For tests, which so run beside each other. Within a `Simulation` nothing else is to be done:
    /// ```swift
    /// try await Simulation.run { clock in
    ///   let air = Air(clock: clock, seed: 1)
    ///   await air.add(VirtualColmiRing(…))
    ///   try await CBCentralManager.withCentral(air.central(), clock: clock) {
    ///     let session = RingSession()  // makes its CBCentralManager itself
    ///     …
    ///   }
    /// }
    /// ```
    /// Callbacks, and tasks that are started in them, are within it as well. In a `Simulation`, time stands still while a callback
    /// runs; it goes on while anything else runs outside of the simulation, the main actor included.
    /// - Parameters:
    ///   - central: The radio.
    ///   - clock: What a start delay is measured by; the simulation's in a `Simulation`.
    public static func withCentral<Result>(
      _ central: any Central, clock: any Clock<Duration> = ContinuousClock(),
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await $scopedRadio.withValue(Radio(central, clock: clock), operation: body, isolation: isolation)
    }

    /// The same with links that say at first that they take no writes without response, as some iPhones do: `canSendWriteWithoutResponse` is
    /// false, and `peripheralIsReady(toSendWriteWithoutResponse:)` comes once something was written all the same.
    package static func withReluctantCentral<Result>(
      _ central: any Central, clock: any Clock<Duration>, isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await $scopedRadio.withValue(
        Radio(central, clock: clock, refusesFirstCommand: true), operation: body, isolation: isolation)
    }

    /// The same as ``withCentral(_:clock:isolation:_:)`` for code that does not wait.
    public static func withCentral<Result>(
      _ central: any Central, clock: any Clock<Duration> = ContinuousClock(), _ body: () throws -> Result
    ) rethrows -> Result {
      try $scopedRadio.withValue(Radio(central, clock: clock), operation: body)
    }
  }
#endif
