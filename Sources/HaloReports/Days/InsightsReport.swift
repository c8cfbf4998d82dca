/// The computed values of a day, as `halo insights --json` prints them.
public struct InsightsReport: Codable, Sendable, Hashable {
  /// Time in heart rate zones.
  public struct Zones: Codable, Sendable, Hashable {
    /// The maximum heart rate that defines the zones.
    public let maximum: Double
    /// True if the maximum is estimated from the age.
    public let isEstimate: Bool
    /// Minutes in each zone; the first number is the time below zone 1.
    public let minutes: [Double]
    /// Minutes with heart rate data.
    public let measured: Double

    init(_ times: ZoneTimes) {
      maximum = times.zones.maximum
      isEstimate = times.zones.isEstimate
      minutes = times.minutes.map { $0.rounded(parts: 10) }
      measured = times.measured.rounded(parts: 10)
    }
  }

  /// The day.
  public let date: CalendarDate
  /// The wearer's name.
  public let wearer: String
  /// The status of the night's data.
  public let night: NightOutcome
  /// The values by their metrics.
  public let values: [DerivedMetric: InsightReport]
  /// Time in zones; `nil` if no zones were requested or no heart rate was logged.
  public let zones: Zones?
  /// The coverage of the day.
  public let coverage: CoverageReport?

  /// Creates the report from the computed values of a day. `device` gives devices' names by number.
  public init(
    _ day: DayInsights, of wearer: String, zones: ZoneTimes?, coverage: DayCoverage?, device: (Int) -> String
  ) {
    date = day.date
    self.wearer = wearer
    night = day.nightAccount
    values = InsightReport.all(day, device)
    self.zones = zones.map(Zones.init)
    self.coverage = coverage.map(CoverageReport.init)
  }
}
