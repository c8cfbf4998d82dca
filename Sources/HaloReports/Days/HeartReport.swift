/// Heart data of a day.
public struct HeartReport: FiguresAndSeries, Codable, Sendable, Hashable {
  /// The day on the wearer's wall clock.
  public let date: CalendarDate
  /// Midnight at the start of the day.
  public let start: LocalTime
  /// Midnight at the end of the day.
  public let end: LocalTime
  /// Lowest, mean and highest heart rate, resting heart rate and overnight HRV.
  public let figures: [Figure]
  /// The series with values, in display order.
  public let series: [SeriesReport]
  /// Time in heart rate zones; `nil` if there is no data.
  public let zones: ZonesReport?
  /// Why there are no zones; `nil` if there are some.
  public let zonesReason: Phrase?
  /// Why series have no values, in display order.
  public let unknown: [UnknownSeries]

  /// Extracts the heart data of a day.
  init(_ day: DayReport, zones: ZonesReport?, of profile: Profile) {
    self.zones = zones
    zonesReason = zones == nil ? ZonesReport.reason(profile.zones(in: day.date.year)) : nil
    date = day.date
    start = day.start
    end = day.end
    unknown = day.unknown.shown(on: .heart)
    series = day.series.shown(on: .heart)
    figures = Self.extremes(of: day) + [.restingHeartRate, .nightHeartRateVariability].compactMap(day.figure)
  }

  private static func extremes(of day: DayReport) -> [Figure] {
    let series = day.series(.heartRate)
    let reason = day.unknown(.heartRate)?.words ?? Phrase("No data.")
    func figure(_ id: FigureID, _ name: Phrase, _ value: Double?, at index: Int?, note: Phrase? = nil) -> Figure {
      Figure(
        id, name, value, .beatsPerMinute,
        text: value.map { MeasureWording.value($0.rounded(), of: Metric.heartRate) }, source: "log",
        note: note,
        explain: index.flatMap { index in series.map { "heart-rate@\($0.time(at: index))" } }, reason: reason)
    }
    let highest = series?.times.indices.max { series?.high(at: $0) ?? 0 < series?.high(at: $1) ?? 0 }
    return [
      figure(
        .lowestHeartRate, Phrase("Lowest"), series?.minimum, at: series.flatMap { $0.low.firstIndex(of: $0.minimum) }),
      figure(
        .averageHeartRate, Phrase("Average"), series?.average, at: nil,
        note: series.map { Phrase("From \($0.count) measurements.") }),
      figure(.highestHeartRate, Phrase("Highest"), series?.maximum, at: highest),
    ]
  }
}
