public import HaloBluetooth

/// A link as the virtual device sees it.
public struct VirtualLink: Sendable {
  /// What both sides agreed on.
  public let settings: LinkSettings
  /// The simulation's clock.
  public let clock: SimulatedClock
  let link: SimulatedLink

  /// What the other side writes to a characteristic, in order. To be called once for each.
  public func writes(to characteristic: BluetoothUUID) async -> AsyncStream<[UInt8]> {
    await link.writes(to: characteristic)
  }

  /// Waits until the other side subscribes to a characteristic, or the link ends.
  public func waitUntilSubscribed(to characteristic: BluetoothUUID) async {
    for await _ in await link.subscription(to: characteristic) {}
  }

  /// Waits until the link has ended.
  public func waitUntilEnded() async {
    for await _ in await link.ending() {}
  }

  /// Sends a notification; longer ones than the link takes are cut off. Lost where nobody is subscribed.
  public func notify(_ value: [UInt8], on characteristic: BluetoothUUID) async {
    await link.enqueue([UInt8](value.prefix(settings.mtu - 3)), on: characteristic)
  }

  /// Whether the other side has bonded.
  public var isBonded: Bool { get async { await link.isBonded } }

  /// Ends the link, as a device does that turns itself off.
  public func drop() async { await link.lose(.disconnected) }
}
