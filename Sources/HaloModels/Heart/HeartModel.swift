/// The model of the Heart screen: a day, a week or four weeks of heart rate and related metrics.
public typealias HeartModel = DayModel<HeartContents>

/// The contents of the Heart screen.
public struct HeartContents: Sendable, Hashable {
  /// The metrics of a day with single values, heart rate first; empty for a longer period.
  public let series: [SeriesPicture]
  /// The metrics of a longer period by day, heart rate first; empty for a day.
  public let trends: [TrendPicture]
  /// The resting heart rate and overnight HRV of the period, compared with earlier days; `nil` if too few days have them.
  public let summary: Phrase?
  /// Figures of the resting heart on the last day: resting heart rate and overnight HRV. Empty without data.
  public let rest: [Fact]
  /// The time in each heart rate zone on a day; empty if the zones are not known.
  public let zones: [Fact]
  /// How the zones are found, or what the profile lacks; `nil` for a longer period.
  public let zonesNote: Phrase?
}

extension HeartContents: DayContents {
  /// What the screen shows without data.
  public static func advice(isToday: Bool) -> Advice {
    Advice(
      Phrase("No heart rate data"),
      isToday
        ? Phrase("Wear your ring or watch and sync. It measures by itself every few minutes.")
        : Phrase("Your journal has none of these days."))
  }

  /// Reads a day or period; `nil` if there is no data.
  public init?(_ reports: Reports, to last: CalendarDate, over span: DaySpan) throws {
    let day = try reports.heart(last)
    rest = [.restingHeartRate, .nightHeartRateVariability].compactMap(day.figure).filter { $0.value != nil }.map(
      Fact.init)
    if span == .day {
      series = day.series.map { SeriesPicture($0) }
      trends = []
      summary = nil
      zones = day.zones?.facts ?? []
      zonesNote = day.zones?.note ?? day.zonesReason
    } else {
      let period = try reports.heart(from: span.first(to: last), to: last)
      trends = period.series.map { TrendPicture($0, period.days.date) }
      summary = period.summary
      series = []
      zones = []
      zonesNote = nil
    }
    if series.isEmpty && trends.isEmpty && rest.isEmpty { return nil }
  }
}

extension ZonesReport {
  /// A row for each zone.
  var facts: [Fact] { zones.filter { $0.zone > 0 }.map { Fact("zone-\($0.zone)", $0.name, $0.text, note: $0.range) } }
}
