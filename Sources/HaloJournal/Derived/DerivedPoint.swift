import GRDB

/// A computed value without its inputs.
public struct DerivedPoint: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The value in its metric's unit.
  public let value: Double
  /// The algorithm's name.
  public let algorithm: String
}

extension Journal {
  /// The values of a metric by day. Fast over years, because it reads the index only and no inputs.
  public func derivedPoints(
    _ metric: DerivedMetric, of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [DerivedPoint] {
    try all(
      """
      SELECT start, offset, value, algorithm FROM derived
      WHERE wearer = (SELECT id FROM wearer WHERE name = :wearer) AND metric = :metric AND \(LocalDays.conditionOfDerived)
      ORDER BY start
      """, LocalDays.ofDerived(first, last).arguments &+ ["wearer": wearer, "metric": metric.code]
    ) { row in
      try DerivedPoint(
        date: row.moment("start", offset: "offset").wallClock.date, value: row.value("value"),
        algorithm: row.value("algorithm"))
    }
  }

  /// The days with a computed value of movement, heart rate or sleep: the days that have data.
  public func daysWithData(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> Set<CalendarDate> {
    Set(
      try [DerivedMetric.dailySteps, .restingHeartRate, .timeAsleep].flatMap {
        try derivedPoints($0, of: wearer, from: first, to: last).map(\.date)
      })
  }
}
