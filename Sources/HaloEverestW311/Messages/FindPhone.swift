extension EverestW311 {
  /// The watch asks the phone to ring, and the app confirms that it does.
  ///
  /// ```
  /// ← DE 06 10 ED
  /// → BE 06 10 ED
  /// ```
  struct FindPhone: WatchMessage {
    static let command = Command(6, 0x10)
    static let answer = SimpleRequest(command, "findPhoneAnswer", key: "name", type: "command")

    init() {}

    init?(_ frame: Frame) {
      guard frame.mark == Frame.Mark.end, frame.payload.isEmpty else { return nil }
    }

    var frames: [[UInt8]] { [Frame(.watch, Self.command, Frame.Mark.end).bytes] }

    func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("type", "findPhone")
    }
  }
}
