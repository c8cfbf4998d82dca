extension ColmiRing {
  /// A damaged frame, with its bytes.
  public struct Corrupt: RingMessage {
    /// The kind of damage.
    public enum Reason: String, Sendable, CaseIterable {
      /// The checksum of a command packet is wrong.
      case checksum
      /// The CRC of big data is wrong.
      case crc
      /// The length of the frame or of a part of it is wrong.
      case length
    }

    /// The kind of damage.
    public let reason: Reason
    /// The whole frame.
    public let bytes: [UInt8]

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("hex", hexadecimal: bytes)
      fields.field("reason", reason.rawValue)
      fields.field("type", "corrupt")
    }
  }
}

extension ColmiRing.Corrupt {
  /// Creates a message for a frame that should be a command packet but is not.
  init(notAPacket bytes: [UInt8]) {
    self.init(reason: bytes.count == ColmiRing.Packet.length ? .checksum : .length, bytes: bytes)
  }
}
