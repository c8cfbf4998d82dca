/// Decoded data of a device.
public struct Readings: Sendable, Hashable {
  /// Single values.
  public var samples: [Sample]
  /// Nights and naps.
  public var nights: [Night]
  /// Running totals of whole days.
  public var totals: [DailyTotals]

  /// These readings.
  public init(samples: [Sample] = [], nights: [Night] = [], totals: [DailyTotals] = []) {
    self.samples = samples
    self.nights = nights
    self.totals = totals
  }

  /// The days with data. A night belongs to the day of waking up.
  public var dates: Set<CalendarDate> {
    Set(samples.map(\.start.date)).union(nights.map(\.end.date)).union(totals.map(\.date))
  }
}
