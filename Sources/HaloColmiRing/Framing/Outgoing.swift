extension ColmiRing {
  /// An encoded request.
  public enum Outgoing: Sendable, Hashable {
    /// A packet on the channel of commands.
    case packet(Packet)
    /// A frame on the channel of big data.
    case bigData(BigData)

    /// The channel of the request.
    public var channel: Channel {
      switch self {
      case .packet: .commands
      case .bigData: .bigData
      }
    }

    /// The encoded bytes.
    public var bytes: [UInt8] {
      switch self {
      case .packet(let packet): packet.bytes
      case .bigData(let data): data.bytes
      }
    }
  }
}
