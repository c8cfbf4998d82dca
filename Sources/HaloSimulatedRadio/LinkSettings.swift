/// The negotiated parameters of a link.
public struct LinkSettings: Sendable, Hashable {
  /// The connection interval, 7.5 ms…4 s.
  public let connectionInterval: Duration
  /// The number of packets that one connection event carries in each direction.
  public let packetsPerEvent: Int
  /// The ATT MTU in bytes, 23…517. A notification carries three bytes less.
  public let mtu: Int

  /// Settings of a link. Values outside of Bluetooth's ranges are clamped.
  public init(connectionInterval: Duration = .milliseconds(30), packetsPerEvent: Int = 4, mtu: Int = 247) {
    self.connectionInterval = min(max(connectionInterval, .microseconds(7500)), .seconds(4))
    self.packetsPerEvent = max(1, packetsPerEvent)
    self.mtu = min(max(mtu, 23), 517)
  }
}
