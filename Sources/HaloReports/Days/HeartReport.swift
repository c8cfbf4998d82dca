public import HaloHealth

/// The heart on a day. Front ends lay it out.
public struct HeartReport: Codable, Sendable, Hashable {
  /// The day on the wearer's wall clock.
  public let date: CalendarDate
  /// Its midnight, and the next one.
  public let start: LocalTime
  public let end: LocalTime
  /// Lowest, mean and highest heart rate, resting heart rate and overnight HRV.
  public let figures: [Figure]
  /// Heart rate.
  public let heartRate: SeriesReport?
  /// HRV: the device's own values, or RMSSD if it has none.
  public let heartRateVariability: SeriesReport?
  /// Blood oxygen.
  public let oxygen: SeriesReport?
  /// The device's own stress score.
  public let stress: SeriesReport?
  /// Skin temperature.
  public let skinTemperature: SeriesReport?
  /// Time in zones of effort; `nil` if it is not known.
  public let zones: ZonesReport?
  /// Why there are no zones; `nil` if there are.
  public let zonesReason: Phrase?
  /// Why parts of the day are not known, by their names in JSON.
  public let unknown: [String: DayReport.Unknown]

  /// The heart's part of a day.
  init(_ day: DayReport, zones: ZonesReport?, of profile: Profile) {
    self.zones = zones
    zonesReason = zones == nil ? ZonesReport.reason(profile.zones(in: day.date.year)) : nil
    (date, start, end, unknown) = (day.date, day.start, day.end, day.unknown)
    (heartRate, heartRateVariability) = (day.heartRate, day.heartRateVariability)
    (oxygen, stress, skinTemperature) = (day.oxygen, day.stress, day.skinTemperature)
    figures = Self.extremes(of: day) + ["resting-heart-rate", "night-hrv"].compactMap(day.figure)
  }

  /// The figure of that identity.
  public func figure(_ id: String) -> Figure? { figures.first { $0.id == id } }

  private static func extremes(of day: DayReport) -> [Figure] {
    let (series, reason) = (day.heartRate, day.unknown["heartRate"]?.words ?? Phrase("No data."))
    func figure(_ id: String, _ name: Phrase, _ value: Double?, at place: Int?, note: Phrase? = nil) -> Figure {
      Figure(
        id, name, value, .beatsPerMinute,
        text: value.map { MeasureWords(.metric).value($0.rounded(), of: Metric.heartRate) }, source: "log", note: note,
        explain: place.flatMap { place in series.map { "heart-rate@\($0.time(at: place))" } }, reason: reason)
    }
    let highest = series?.times.indices.max { series?.high(at: $0) ?? 0 < series?.high(at: $1) ?? 0 }
    return [
      figure("low", Phrase("Lowest"), series?.minimum, at: series.flatMap { $0.low.firstIndex(of: $0.minimum) }),
      figure(
        "average", Phrase("Average"), series?.average, at: nil,
        note: series.map { Phrase("Of \($0.count) measurements.") }),
      figure("high", Phrase("Highest"), series?.maximum, at: highest),
    ]
  }
}
