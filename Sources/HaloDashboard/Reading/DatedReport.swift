import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports

/// A day's report for the page, with the neighboring days and optionally the wearer's time zone.
struct DatedReport<Report: Encodable>: Encodable {
  private enum CodingKeys: CodingKey { case zone }

  let report: Report
  let neighbors: NeighboringDays
  var zone: String?

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    try neighbors.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(zone, forKey: .zone)
  }
}

extension JSON {
  /// A day's overview.
  static func day(_ date: CalendarDate, _ wearer: WearerContext, _ journal: Journal) throws -> JSON {
    try JSON(
      report: DatedReport(
        report: wearer.reports(journal).day(date), neighbors: NeighboringDays(of: date, wearer, journal),
        zone: wearer.time.zone))
  }

  /// The night that ended on a day.
  static func night(_ date: CalendarDate, _ wearer: WearerContext, _ journal: Journal) throws -> JSON {
    try JSON(
      report: DatedReport(
        report: wearer.reports(journal).night(date), neighbors: NeighboringDays(of: date, wearer, journal)))
  }

  /// Heart data of a day.
  static func heart(_ date: CalendarDate, _ wearer: WearerContext, _ journal: Journal) throws -> JSON {
    try JSON(
      report: DatedReport(
        report: wearer.reports(journal).heart(date), neighbors: NeighboringDays(of: date, wearer, journal)))
  }

  /// Heart data of a range of days.
  static func heart(
    from first: CalendarDate, to last: CalendarDate, _ wearer: WearerContext, _ journal: Journal, _ cache: DayCache
  ) throws -> JSON {
    try JSON(
      report: wearer.reports(journal).heart(from: first, to: last) {
        try cache.statistics($0, from: first, to: last, wearer, journal)
      })
  }
}
