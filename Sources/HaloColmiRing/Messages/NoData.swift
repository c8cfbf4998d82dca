extension ColmiRing {
  /// The ring has no data for the request: FF in the first byte of a log, 80 in place of the days in ``DayTotals``, or
  /// an empty frame of big data.
  public struct NoData: RingMessage {
    /// The requested log.
    public let of: Log

    /// Creates an empty answer for this log.
    public init(of log: Log) { of = log }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("of", of.rawValue)
      fields.field("type", "noData")
    }
  }
}
