@_exported public import HaloBluetooth

/// A radio on a simulated medium.
public struct SimulatedCentral: Central {
  private let medium: SimulatedMedium
  private let power: RadioSwitch

  init(medium: SimulatedMedium, state: RadioState) {
    self.medium = medium
    power = RadioSwitch(state)
  }

  /// The radio's current state.
  public var state: RadioState { get async { power.state } }

  /// Returns the current state and each later one.
  public func states() async -> AsyncStream<RadioState> { power.states() }

  /// Sets the radio's state. In any state but `poweredOn`, links end and scans throw.
  public func setState(_ state: RadioState) { power.set(state) }

  /// Scans in simulated time; see ``HaloBluetooth/Central/scan(_:)``.
  public func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> {
    let pending = Pending(from: medium.clock.now)
    return AsyncThrowingStream {
      try checkPower(.scan, nil)
      return try await pending.next(in: medium, filter) { try checkPower(.scan, nil) }
    }
  }

  /// Returns the same radio in the peripheral role, with that address.
  public func peripheral(at address: DeviceID = DeviceID("5E:00:00:00:00:02")) -> SimulatedPeripheral {
    SimulatedPeripheral(medium: medium, power: power, address: address)
  }

  private func checkPower(_ operation: BluetoothError.Operation, _ label: String?) throws {
    let state = power.state
    guard state == .poweredOn else { throw BluetoothError(operation, device: label, .radio(state)) }
  }

  /// Connects, calls `body`, and disconnects; see ``HaloBluetooth/Central/withConnection(to:label:timeout:_:)``.
  public func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    // A plain task runs beside the simulation, and the clock would not wait for its share of the exchange.
    try await withTaskExecutorPreference(TaskScope.executor) {
      try await connect(to: device, label: label, timeout: timeout, body)
    }
  }

  private func connect<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try checkPower(.connect, label)
    if await medium.isInUse(device) {
      guard LinkTakeover.isAllowed else { throw BluetoothError(.connect, device: label, .inUse) }
      // The other program's link ends with this one.
      await medium.setInUse(device, false)
    }
    let deadline = medium.clock.now.advanced(by: timeout)
    var taken = await medium.take(device, label: label)
    while taken == nil, medium.clock.now < deadline {
      // The device may be released or come into range while this waits.
      try await medium.clock.sleep(until: min(medium.clock.now.advanced(by: .milliseconds(250)), deadline))
      try checkPower(.connect, label)
      taken = await medium.take(device, label: label)
    }
    guard let (peripheral, link) = taken else { throw BluetoothError(.connect, device: label, .timedOut(timeout)) }
    return try await TaskScope.ending({ await medium.release(device, from: link) }) {
      try await open(link, with: peripheral, label: label, body)
    }
  }

  private func open<Result: Sendable>(
    _ link: SimulatedLink, with peripheral: any VirtualPeripheral, label: String,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    // The connection request answers the next advertisement; the MTU is negotiated in the first events.
    try await medium.clock.sleep(for: peripheral.profile.advertisingInterval / 2)
    _ = try await link.transmit(.toPeripheral, .request, .connect, nil)
    _ = try await link.transmit(.toCentral, .response, .connect, nil)
    let device = peripheral.profile.device
    return try await TaskScope.with { scope in
      scope.start { await link.pump() }
      scope.start {
        await link.supervise()
        // The link has ended, so the device is free even if the connection's tasks still run.
        await medium.release(device, from: link)
      }
      scope.start { [power] in
        for await state in power.states() where state != .poweredOn { await link.lose(.radio(state)) }
      }
      scope.start {
        await peripheral.serve(VirtualLink(settings: medium.linkSettings, clock: medium.clock, link: link))
      }
      let connection = SimulatedConnection(
        peripheral: peripheral, label: label, settings: medium.linkSettings, link: link, medium: medium)
      return try await TaskScope.ending({ await link.close(throwing: nil) }) {
        try await body(connection)
      }
    }
  }

  /// The position of a scan.
  private actor Pending {
    private var position: SimulatedClock.Instant
    private var found: ArraySlice<(time: SimulatedClock.Instant, advertisement: Advertisement)> = []

    init(from start: SimulatedClock.Instant) { position = start }

    func next(in medium: SimulatedMedium, _ filter: ScanFilter, check: () throws -> Void) async throws -> Advertisement?
    {
      while true {
        while let (time, advertisement) = found.popFirst() {
          try await medium.clock.sleep(until: time)
          try check()
          if filter.matches(advertisement) { return advertisement }
        }
        let end = position.advanced(by: .seconds(1))
        found = await medium.advertisements(from: position, to: end)[...]
        if found.isEmpty {
          try await medium.clock.sleep(until: end)
          try check()
        }
        position = end
      }
    }
  }
}
