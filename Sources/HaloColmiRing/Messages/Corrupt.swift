public import HaloWearables

extension ColmiRing {
  /// A damaged frame. Its bytes are kept.
  public struct Corrupt: RingMessage {
    /// What is wrong with it.
    public enum Reason: String, Sendable, CaseIterable {
      /// The sum of a command packet.
      case checksum
      /// The CRC of big data.
      case crc
      /// The length, of the frame or of something within it.
      case length
    }

    /// What is wrong with it.
    public let reason: Reason
    /// The whole frame.
    public let bytes: [UInt8]

    init(reason: Reason, bytes: [UInt8]) {
      self.reason = reason
      self.bytes = bytes
    }

    /// A frame that should be a command packet and is none.
    init(notAPacket bytes: [UInt8]) {
      self.init(reason: bytes.count == Packet.length ? .checksum : .length, bytes: bytes)
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("hex", hexadecimal: bytes)
      fields.field("reason", reason.rawValue)
      fields.field("type", "corrupt")
    }
  }
}
