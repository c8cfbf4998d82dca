import HaloEngine

/// `halo insights`: prints daily metrics compared with the wearer's usual values.
struct InsightsCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "insights",
    abstract: "Show resting heart rate, HRV and sleep, compared with your usual values.",
    discussion: """
      The numbers in brackets are the differences from the median of your last 28 days (60 if there are few values). \
      At least seven days are needed. All metrics are computed from the device's measurements and estimates, after \
      every sync and import. docs/insights.md defines each metric, and 'halo explain resting-heart-rate 2026-11-20' shows how \
      one was computed. If your year of birth or highest heart rate is known ('halo profile', --age or \
      --max-heart-rate), the time in heart-rate zones is shown too. This is not medical advice.

      EXAMPLES:
        halo insights
        halo insights --days 30 --json | jq .values.restingHeartRate.value
        halo insights --age 40

      EXIT STATUS: 0; 65 if there is no journal, and without --json if it has no such day.
      """)

  @OptionGroup var trend: TrendOptions
  @OptionGroup var zonesOptions: ZonesOptions

  func run() throws {
    if trend.json, try trend.days.open().known == nil { return try StandardOutput.write(jsonList: [InsightsReport]()) }
    let (reports, first, last) = try trend.reports()
    let journal = reports.journal
    let wearer = reports.wearer
    let days = try journal.insights(of: wearer, from: first, to: last)
    let known = days.drop { $0.values.isEmpty }
    guard !known.isEmpty || trend.json else {
      throw Failure(
        EX.dataError,
        """
        no value is known for \(first.description) to \(last.description). 'halo explain time-asleep \
        \(last.description)' gives the reason.
        """)
    }
    let times = try known.map { day in
      try zonesOptions.zones(of: wearer, in: day.date.year, journal).flatMap { zones in
        try journal.zoneTimes(of: wearer, on: day.date, zones: zones)
      }
    }
    let coverage = try journal.coverage(of: wearer, from: first, to: last)
    if trend.json {
      let device = try journal.deviceName()
      return try StandardOutput.write(
        jsonList: zip(known, times).map { day, time in
          InsightsReport(day, of: wearer, zones: time, coverage: coverage[day.date], device: device)
        })
    }
    let shown = InsightsView.shown(of: Array(known))?.date
    let gaps = try shown.map { day in try DerivedMetricsUpdater(journal).gaps(of: wearer, on: day) }
    let newest = try shown.flatMap { day in try reports.day(day) }
    let view = InsightsView(
      days: Array(known), detailedDay: newest, zones: times, gaps: gaps ?? [:], coverage: coverage)
    try StandardOutput.write(text: view.draw(on: Terminal.current()))
  }
}
