#if Dashboard
  import HaloBluetooth
  import HaloHealth
  import HaloJournal
  import HaloReports

  /// A report of a day as the page reads it: with the days before and after it, and the name of the wearer's zone if it is asked for.
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
    /// A day at a glance.
    static func day(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      try JSON(
        report: DatedReport(
          report: wearer.reports(journal).day(date), neighbors: NeighboringDays(of: date, wearer, journal),
          zone: wearer.time.zone))
    }

    /// The night that ended on a day.
    static func night(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      try JSON(
        report: DatedReport(
          report: wearer.reports(journal).night(date), neighbors: NeighboringDays(of: date, wearer, journal)))
    }

    /// The heart on a day.
    static func heart(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      try JSON(
        report: DatedReport(
          report: wearer.reports(journal).heart(date), neighbors: NeighboringDays(of: date, wearer, journal)))
    }

    /// The heart from one day to another.
    static func heart(
      from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal, _ cache: DayCache
    ) throws -> JSON {
      let rates = try cache.statistics(.heartRate, from: first, to: last, wearer, journal)
      return try JSON(report: wearer.reports(journal).heart(from: first, to: last, rates: rates))
    }
  }
#endif
