public import HaloHealth
public import HaloInsights

/// What was computed of a day, as `halo insights --json` prints it.
public struct InsightsReport: Codable, Sendable, Hashable {
  /// How long the heart beat in each zone.
  public struct Zones: Codable, Sendable, Hashable {
    /// The highest heart rate that the zones are of.
    public let maximum: Double
    /// Whether it is estimated from the age.
    public let isEstimate: Bool
    /// Minutes in each zone; the first number is the time below zone 1.
    public let minutes: [Double]
    /// Minutes with a heart rate.
    public let measured: Double

    init(_ times: ZoneTimes) {
      maximum = times.zones.maximum
      isEstimate = times.zones.isEstimate
      minutes = times.minutes.map { ($0 * 10).rounded() / 10 }
      measured = (times.measured * 10).rounded() / 10
    }
  }

  /// The day.
  public let date: CalendarDate
  /// Whose day.
  public let wearer: String
  /// The state of the night's record.
  public let night: NightAccount
  /// The values by their metrics.
  public let values: [DerivedMetric: InsightReport]
  /// Time in zones; `nil` if no zones were asked for or no heart rate was logged.
  public let zones: Zones?
  /// How much of the day its numbers cover.
  public let coverage: CoverageReport?

  /// What was computed of a day.
  public init(_ day: DayInsights, of wearer: String, zones: ZoneTimes?, coverage: DayCoverage?) {
    date = day.date
    self.wearer = wearer
    night = day.nightAccount
    values = InsightReport.all(day, MeasureWords(.metric))
    self.zones = zones.map(Zones.init)
    self.coverage = coverage.map(CoverageReport.init)
  }
}
