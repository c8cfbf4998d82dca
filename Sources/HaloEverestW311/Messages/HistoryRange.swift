extension EverestW311 {
  /// The days that the watch stores, without today.
  ///
  /// ```
  /// ← DE 02 05 FB 07 EA 0B 0D 07 EA 0B 13
  ///   zeros if the watch stores no day
  /// ```
  ///
  /// From documents only.
  public struct HistoryRange: WatchMessage {
    static let command = Command(2, 0x05)
    static let question = SimpleRequest(command, "historyRange")

    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [ByteField("first", 4..<8), ByteField("last", 8..<12)]

    let frame: Frame
    /// The first day; `nil` if the watch stores none.
    public var first: CalendarDate? { frame.payload.date(at: 0) }
    /// The last day; `nil` if the watch stores none.
    public var last: CalendarDate? { frame.payload.date(at: 4) }

    /// Creates a range of days.
    public init(first: CalendarDate?, last: CalendarDate?) {
      var body: [UInt8] = []
      for date in [first, last] {
        if let date { body.append(date) } else { body += [0, 0, 0, 0] }
      }
      frame = Frame(.watch, Self.command, Frame.Mark.facts, body)
    }

    init?(_ frame: Frame) {
      guard frame.sender == .watch, frame.command == Self.command, frame.mark == Frame.Mark.facts,
        frame.payload.count == 8
      else { return nil }
      self.frame = frame
      // An invalid date makes the frame unknown, which keeps its bytes.
      guard Self(first: first, last: last).frame == frame else { return nil }
    }

    var frames: [[UInt8]] { [frame.bytes] }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .historyRange }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if let first { fields.field("first", first) }
      if let last { fields.field("last", last) }
      fields.field("type", "historyRange")
      fields.field("verified", false)
    }
  }
}
