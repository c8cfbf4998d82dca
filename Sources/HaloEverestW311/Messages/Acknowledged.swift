extension EverestW311 {
  /// The watch confirms a request.
  ///
  /// ```
  /// ← DE 01 09 ED
  /// ```
  struct Acknowledged: WatchMessage {
    let command: Command

    init(_ command: Command) { self.command = command }

    /// The watch answers the request for information with data, never with only a confirmation.
    init?(_ frame: Frame) {
      guard frame.mark == Frame.Mark.end, frame.payload.isEmpty, frame.command != WatchInformation.command else {
        return nil
      }
      command = frame.command
    }

    var frames: [[UInt8]] { [Frame(.watch, command, Frame.Mark.end).bytes] }

    /// A bare confirmation answers a setting, and a request for data that the watch does not have.
    func isAnswer(to request: Request, on channel: Channel) -> Bool { request.frame.command == command }

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("group", code: command.group)
      fields.field("key", code: command.key)
      fields.field("type", "acknowledged")
    }
  }
}
