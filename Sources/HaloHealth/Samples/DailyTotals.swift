/// A device's own running totals of one day.
public struct DailyTotals: Hashable, Sendable {
  /// The day, on the device's wall clock.
  public let date: CalendarDate
  public let steps: Int
  /// Distance in meters, as the device estimates it.
  public let meters: Int
  /// Energy spent moving in kilocalories, as the device estimates it.
  public let kilocalories: Double
  /// Minutes of activity.
  public let activeMinutes: Int
  /// The frames it came from.
  public let provenance: Provenance

  /// Totals of `date`.
  public init(
    date: CalendarDate, steps: Int, meters: Int, kilocalories: Double, activeMinutes: Int, provenance: Provenance
  ) {
    self.date = date
    self.steps = steps
    self.meters = meters
    self.kilocalories = kilocalories
    self.activeMinutes = activeMinutes
    self.provenance = provenance
  }
}
