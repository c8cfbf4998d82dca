import HaloHealth
public import HaloWearables

extension ColmiRing {
  /// The ring has nothing of what was asked for: mark FF in a log's first byte, 80 in place of the days in ``DayTotals``,
  /// or an empty frame of big data.
  public struct NoData: RingMessage {
    /// What there is none of.
    public let of: Log

    /// Nothing of this log.
    public init(of log: Log) { of = log }

    func isAnswer(to request: Request, of date: CalendarDate?) -> Bool { true }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", of.rawValue)
      fields.field("type", "noData")
    }
  }
}
