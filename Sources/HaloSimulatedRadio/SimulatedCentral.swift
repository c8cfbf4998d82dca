public import HaloBluetooth

/// A radio in a simulated air.
public struct SimulatedCentral: Central {
  private let air: Air
  private let fixedState: RadioState

  init(air: Air, state: RadioState) {
    self.air = air
    fixedState = state
  }

  public var state: RadioState { get async { fixedState } }

  public func states() async -> AsyncStream<RadioState> {
    let (stream, continuation) = AsyncStream<RadioState>.makeStream()
    continuation.yield(fixedState)
    return stream
  }

  public func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> {
    let pending = Pending(from: air.clock.now)
    return AsyncThrowingStream {
      guard fixedState == .poweredOn else { throw BluetoothError(.scan, device: nil, .radio(fixedState)) }
      return try await pending.next(in: air, filter)
    }
  }

  public func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    guard fixedState == .poweredOn else { throw BluetoothError(.connect, device: label, .radio(fixedState)) }
    let deadline = air.clock.now.advanced(by: timeout)
    var taken = await air.take(device)
    while taken == nil, air.clock.now < deadline {
      // It may be let go, or come near, while it is waited for.
      try await air.clock.sleep(until: min(air.clock.now.advanced(by: .milliseconds(250)), deadline))
      taken = await air.take(device)
    }
    guard let peripheral = taken else { throw BluetoothError(.connect, device: label, .timedOut(timeout)) }
    do {
      let result = try await open(peripheral, label: label, body)
      await air.release(device)
      return result
    } catch {
      await air.release(device)
      throw error
    }
  }

  private func open<Result: Sendable>(
    _ peripheral: any VirtualPeripheral, label: String, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    // The connection request answers the next advertisement; the MTU is agreed on in the first events.
    try await air.clock.sleep(for: peripheral.profile.advertisingInterval / 2)
    let link = await air.link()
    try await link.transmit(.toPeripheral)
    try await link.transmit(.toCentral)
    return try await TaskScope.with { scope in
      scope.start { await link.pump() }
      scope.start {
        await peripheral.serve(VirtualLink(settings: air.linkSettings, clock: air.clock, link: link))
      }
      let connection = SimulatedConnection(
        peripheral: peripheral, label: label, settings: air.linkSettings, link: link, air: air)
      do {
        let result = try await body(connection)
        await link.close(throwing: nil)
        return result
      } catch {
        await link.close(throwing: nil)
        throw error
      }
    }
  }

  /// Where a scan has got to.
  private actor Pending {
    private var position: SimulatedClock.Instant
    private var found: ArraySlice<(time: SimulatedClock.Instant, advertisement: Advertisement)> = []

    init(from start: SimulatedClock.Instant) { position = start }

    func next(in air: Air, _ filter: ScanFilter) async throws -> Advertisement? {
      while true {
        while let (time, advertisement) = found.popFirst() {
          try await air.clock.sleep(until: time)
          if filter.matches(advertisement) { return advertisement }
        }
        let end = position.advanced(by: .seconds(1))
        found = await air.advertisements(from: position, to: end)[...]
        if found.isEmpty { try await air.clock.sleep(until: end) }
        position = end
      }
    }
  }
}
