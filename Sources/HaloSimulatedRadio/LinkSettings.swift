/// What two devices agreed on for their link.
public struct LinkSettings: Sendable, Hashable {
  /// Time between two connection events, 7.5 ms…4 s.
  public let connectionInterval: Duration
  /// Packets that one connection event carries each way.
  public let packetsPerEvent: Int
  /// The attribute protocol's largest packet in bytes, 23…517; a notification carries three less.
  public let mtu: Int

  /// Settings of a link; what is outside of what Bluetooth allows is clamped.
  public init(connectionInterval: Duration = .milliseconds(30), packetsPerEvent: Int = 4, mtu: Int = 247) {
    self.connectionInterval = min(max(connectionInterval, .microseconds(7500)), .seconds(4))
    self.packetsPerEvent = max(1, packetsPerEvent)
    self.mtu = min(max(mtu, 23), 517)
  }
}
