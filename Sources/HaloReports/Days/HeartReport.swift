public import HaloHealth

/// Heart data of a day.
public struct HeartReport: Codable, Sendable, Hashable {
  /// The day on the wearer's wall clock.
  public let date: CalendarDate
  /// Midnight at the start of the day.
  public let start: LocalTime
  /// Midnight at the end of the day.
  public let end: LocalTime
  /// Lowest, mean and highest heart rate, resting heart rate and overnight HRV.
  public let figures: [Figure]
  /// Heart rate.
  public let heartRate: SeriesReport?
  /// HRV: the device's own values, otherwise RMSSD.
  public let heartRateVariability: SeriesReport?
  /// SpO₂.
  public let oxygen: SeriesReport?
  /// The device's own stress score.
  public let stress: SeriesReport?
  /// Skin temperature.
  public let skinTemperature: SeriesReport?
  /// Time in heart rate zones; `nil` if there is no data.
  public let zones: ZonesReport?
  /// Why there are no zones; `nil` if there are some.
  public let zonesReason: Phrase?
  /// Why parts of the day have no data, by their names in JSON.
  public let unknown: [String: DayReport.Unknown]

  /// Extracts the heart data of a day.
  init(_ day: DayReport, zones: ZonesReport?, of profile: Profile) {
    self.zones = zones
    zonesReason = zones == nil ? ZonesReport.reason(profile.zones(in: day.date.year)) : nil
    (date, start, end, unknown) = (day.date, day.start, day.end, day.unknown)
    (heartRate, heartRateVariability) = (day.heartRate, day.heartRateVariability)
    (oxygen, stress, skinTemperature) = (day.oxygen, day.stress, day.skinTemperature)
    figures = Self.extremes(of: day) + ["resting-heart-rate", "night-hrv"].compactMap(day.figure)
  }

  /// Returns the figure with this id.
  public func figure(_ id: String) -> Figure? { figures.first { $0.id == id } }

  private static func extremes(of day: DayReport) -> [Figure] {
    let (series, reason) = (day.heartRate, day.unknown["heartRate"]?.words ?? Phrase("No data."))
    func figure(_ id: String, _ name: Phrase, _ value: Double?, at place: Int?, note: Phrase? = nil) -> Figure {
      Figure(
        id, name, value, .beatsPerMinute,
        text: value.map { MeasureWording.value($0.rounded(), of: Metric.heartRate) }, source: "log",
        note: note,
        explain: place.flatMap { place in series.map { "heart-rate@\($0.time(at: place))" } }, reason: reason)
    }
    let highest = series?.times.indices.max { series?.high(at: $0) ?? 0 < series?.high(at: $1) ?? 0 }
    return [
      figure("low", Phrase("Lowest"), series?.minimum, at: series.flatMap { $0.low.firstIndex(of: $0.minimum) }),
      figure(
        "average", Phrase("Average"), series?.average, at: nil,
        note: series.map { Phrase("From \($0.count) measurements.") }),
      figure("high", Phrase("Highest"), series?.maximum, at: highest),
    ]
  }
}
