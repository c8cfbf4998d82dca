extension ColmiRing {
  /// A request as it goes over the air.
  public enum Outgoing: Sendable, Hashable {
    /// On the channel of commands.
    case packet(Packet)
    /// On the channel of big data.
    case bigData(BigData)

    /// The channel it goes out on.
    public var channel: Channel {
      switch self {
      case .packet: .commands
      case .bigData: .bigData
      }
    }

    /// Its bytes.
    public var bytes: [UInt8] {
      switch self {
      case .packet(let packet): packet.bytes
      case .bigData(let data): data.bytes
      }
    }
  }
}
