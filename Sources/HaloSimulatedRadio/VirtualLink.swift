/// The virtual device's side of a simulated link.
public struct VirtualLink: Sendable {
  /// The negotiated settings.
  public let settings: LinkSettings
  /// The simulation's clock.
  public let clock: SimulatedClock
  let link: SimulatedLink

  /// Returns the values that the central writes to a characteristic, in order. Call it only once for each
  /// characteristic.
  public func writes(to characteristic: BluetoothUUID) async -> AsyncStream<[UInt8]> {
    await link.writes(to: characteristic)
  }

  /// Waits until the central subscribes to a characteristic, or the link ends.
  public func waitUntilSubscribed(to characteristic: BluetoothUUID) async {
    for await _ in await link.subscription(to: characteristic) {}
  }

  /// Waits until the link ends.
  public func waitUntilEnded() async {
    for await _ in await link.ending() {}
  }

  /// Sends a notification, truncated to the link's MTU. Dropped if there is no subscriber.
  public func notify(_ value: [UInt8], on characteristic: BluetoothUUID) async {
    await link.enqueue([UInt8](value.prefix(settings.mtu - 3)), on: characteristic)
  }

  /// True if the central has bonded.
  public var isBonded: Bool { get async { await link.isBonded } }

  /// Ends the link, as a device does when it turns itself off.
  public func drop() async { await link.lose(.disconnected) }
}
