extension ColmiRing {
  /// The ring refuses a command.
  ///
  /// ```
  /// ← 9E EE …
  ///   0  1
  ///   0 the command with bit 80 set · 1 EE: the firmware does not support the command; other values are error codes
  /// ```
  public struct DeviceError: RingMessage {
    /// The form of packets with this first byte, from 0x80 on.
    static func form(_ command: UInt8, request: @escaping @Sendable (Packet) -> Request? = { _ in nil }) -> PacketForm {
      PacketForm(
        command: command, message: { DeviceError($0).map(Message.error) }, request: request,
        redacted: { packet, _ in packet.keeping(packet[1] == unsupportedCode ? 2 : 1) })
    }

    static let unsupportedCode: UInt8 = 0xEE

    /// The command that was refused.
    public let command: UInt8
    /// The error code.
    public let code: UInt8

    /// Creates a refusal of `command` (0x00…0x7F).
    public init(command: UInt8, code: UInt8) {
      self.command = command & 0x7F
      self.code = code
    }

    /// True if the firmware does not support the command.
    public var isUnsupported: Bool { code == Self.unsupportedCode }

    init?(_ packet: Packet) {
      switch packet.command {
      // These codes have bit 80 set without being errors. 0xA1 and 0xBC are errors (of 0x21 and 0x3C) only with EE.
      case RawLight.command where packet[1] != Self.unsupportedCode: return nil
      case BigData.mark where packet[1] != Self.unsupportedCode: return nil
      case 0xC9, 0xCA, 0xFF: return nil
      case 0x80...: self.init(command: packet.command, code: packet[1])
      default: return nil
      }
    }

    /// The encoded message.
    public var packet: Packet { Packet(command | 0x80, [code]) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("command", code: command)
      if isUnsupported {
        fields.field("reason", "unsupported")
      } else {
        fields.field("reason", "code " + Hexadecimal.code(code))
      }
      fields.field("type", "error")
    }
  }
}
