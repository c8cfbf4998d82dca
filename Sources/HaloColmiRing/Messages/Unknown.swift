extension ColmiRing {
  /// A valid frame of unknown meaning, with its bytes.
  public struct Unknown: RingMessage {
    /// The command, or the id of big data.
    public let command: UInt8
    /// The whole frame.
    public let bytes: [UInt8]

    init(_ packet: Packet) {
      command = packet.command
      bytes = packet.bytes
    }

    init(_ data: BigData) {
      command = data.id
      bytes = data.bytes
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("command", code: command)
      fields.field("hex", hexadecimal: bytes)
      fields.field("type", "unknown")
    }
  }
}
