#if Dashboard
  import HaloBluetooth
  import HaloHealth
  import HaloJournal
  import HaloReports

  /// A day at a glance: its report, with the days before and after it.
  struct DayPage: Encodable {
    private enum CodingKeys: CodingKey { case zone }

    private let report: DayReport
    private let neighbors: NeighboringDays
    private let zone: String

    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      try JSON(
        report: DayPage(
          report: wearer.reports(journal).day(date), neighbors: NeighboringDays(of: date, wearer, journal),
          zone: wearer.time.zone))
    }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      try neighbors.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(zone, forKey: .zone)
    }
  }
#endif
