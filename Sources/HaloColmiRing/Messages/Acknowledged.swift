public import HaloWearables

extension ColmiRing {
  /// The ring confirms a write and has nothing to add.
  ///
  /// ```
  /// ← 0A 02 CC 96 …     ← 04 00 …
  ///   0  1                0  1
  ///   0 the command that was written; what follows is left over
  /// ```
  public struct Acknowledged: RingMessage {
    /// The command that was written.
    public let command: UInt8

    /// A confirmation of `command`; `nil` where that is not a command with a confirmation of this kind.
    public init?(command: UInt8) {
      guard Self.commands.contains(command) else { return nil }
      self.command = command
    }

    init?(_ packet: Packet) {
      switch packet.command {
      case Command.preferences, Command.goals:
        guard packet[1] == 2 else { return nil }
      default:
        guard packet.isZero(from: 1) else { return nil }
      }
      self.init(command: packet.command)
    }

    private static let commands: Set<UInt8> = [
      Command.camera, Command.phoneName, Command.power, Command.preferences, Command.blink, Command.goals,
      Command.findDevice,
    ]

    /// The frame that says so.
    public var packet: Packet {
      Packet(command, command == Command.preferences || command == Command.goals ? [2] : [])
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("command", code: command)
      fields.field("type", "acknowledged")
    }
  }
}
