/// What two devices agreed on for their link.
public struct LinkSettings: Sendable, Hashable {
  /// Time between two connection events, 7.5 ms…4 s.
  public var connectionInterval: Duration
  /// Packets that one connection event carries each way.
  public var packetsPerEvent: Int
  /// The attribute protocol's largest packet in bytes, 23…517; a notification carries three less.
  public var mtu: Int

  /// Settings of a link.
  public init(connectionInterval: Duration = .milliseconds(30), packetsPerEvent: Int = 4, mtu: Int = 247) {
    self.connectionInterval = connectionInterval
    self.packetsPerEvent = max(1, packetsPerEvent)
    self.mtu = min(max(mtu, 23), 517)
  }
}
