extension EverestW311 {
  /// A frame of at most 20 bytes: `BE` from the app or `DE` from the watch, a group, a key, a mark, and the payload.
  struct Frame: Hashable, Sendable {
    /// The sender of the frame.
    enum Sender: UInt8 {
      case app = 0xBE
      case watch = 0xDE
    }

    /// The type of the payload.
    enum Mark {
      static let data: UInt8 = 0xFE
      /// No payload: a request, a confirmation, or the end of several packets.
      static let end: UInt8 = 0xED
      static let facts: UInt8 = 0xFB
      static let noData: UInt8 = 0x06
    }

    let sender: Sender
    let command: Command
    let mark: UInt8
    let payload: [UInt8]

    init(_ sender: Sender, _ command: Command, _ mark: UInt8, _ payload: [UInt8] = []) {
      self.sender = sender
      self.command = command
      self.mark = mark
      self.payload = payload
    }

    /// Decodes a frame; `nil` if the bytes do not begin with a frame's head.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 4, let sender = Sender(rawValue: bytes[0]), [0x01, 0x02, 0x06].contains(bytes[1]),
        [Mark.data, Mark.end, Mark.facts, Mark.noData].contains(bytes[3])
      else { return nil }
      self.init(sender, Command(bytes[1], bytes[2]), bytes[3], [UInt8](bytes[4...]))
    }

    var bytes: [UInt8] { [sender.rawValue, command.group, command.key, mark] + payload }
  }

  /// A group and a key within it, which identify the type of a frame.
  struct Command: Hashable, Sendable {
    let group: UInt8
    let key: UInt8

    init(_ group: UInt8, _ key: UInt8) {
      self.group = group
      self.key = key
    }
  }
}
