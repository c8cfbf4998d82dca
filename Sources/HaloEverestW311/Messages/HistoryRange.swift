public import HaloHealth
public import HaloWearables

extension EverestW311 {
  /// Which days the watch keeps, today not among them.
  ///
  /// ```
  /// ← DE 02 05 FB 07 EA 0B 0D 07 EA 0B 13
  ///               4–7 the first · 8–11 the last; zeros where there are none
  /// ```
  ///
  /// From documents alone.
  public struct HistoryRange: MessageFields, Hashable {
    /// The first day and the last; `nil` where the watch keeps none.
    public let first: CalendarDate?
    public let last: CalendarDate?

    /// From one day to another.
    public init(first: CalendarDate?, last: CalendarDate?) {
      self.first = first
      self.last = last
    }

    init?(_ frame: Frame) {
      guard frame.sender == .watch, frame.command == .historyRange, frame.mark == Frame.Mark.facts,
        frame.payload.count == 8
      else { return nil }
      self.init(first: frame.payload.date(at: 0), last: frame.payload.date(at: 4))
      // What is no date is kept by being unknown.
      guard self.frame == frame else { return nil }
    }

    var frame: Frame {
      var body: [UInt8] = []
      for date in [first, last] {
        if let date { body.append(date) } else { body += [0, 0, 0, 0] }
      }
      return Frame(.watch, .historyRange, Frame.Mark.facts, body)
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if let first { fields.field("first", first) }
      if let last { fields.field("last", last) }
      fields.field("type", "historyRange")
      fields.field("verified", false)
    }
  }
}
