extension ColmiRing {
  /// The ring confirms a write without data.
  ///
  /// ```
  /// ← 0A 02 CC 96 …     ← 04 00 …     ← A1 FF 00 …   the raw stream is stopped
  ///   0  1                0  1
  ///   0 the command that was written; the following bytes are stale
  /// ```
  public struct Acknowledged: RingMessage {
    /// The command that was written.
    public let command: UInt8

    /// Creates a confirmation; `nil` unless the command has a confirmation of this kind.
    public init?(command: UInt8) {
      guard Self.commands.contains(command) else { return nil }
      self.command = command
    }

    init?(_ packet: Packet) {
      switch packet.command {
      case Preferences.command, Goals.command:
        guard packet[1] == 2 else { return nil }
      case RawLight.command:
        guard packet[1] == RawLight.stopped, packet[2] == 0 else { return nil }
      default:
        guard packet.isZero(from: 1) else { return nil }
      }
      self.init(command: packet.command)
    }

    /// 10 is the light.
    private static let commands: Set<UInt8> = [
      Camera.command, PhoneName.command, Instruction.powerOff.command, Preferences.command, 0x10, Goals.command,
      Instruction.findDevice.command,
      RawLight.command,
    ]

    /// The encoded message.
    public var packet: Packet {
      switch command {
      case Preferences.command, Goals.command: Packet(command, [2])
      case RawLight.command: Packet(command, [RawLight.stopped])
      default: Packet(command)
      }
    }

    static func redacted(_ packet: Packet) -> Packet { packet.keeping(Acknowledged(packet) == nil ? 1 : 2) }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("command", code: command)
      fields.field("type", "acknowledged")
    }
  }
}
