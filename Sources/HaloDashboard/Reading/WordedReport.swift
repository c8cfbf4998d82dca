import HaloReports

/// A report for the page, with the texts for its charts.
struct WordedReport<Report: Encodable>: Encodable {
  private enum CodingKeys: CodingKey { case durations, axis }

  let report: Report
  /// The texts of durations, by their minutes.
  var durations: [Int: Phrase]?
  var axis: ValueAxis?

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(durations, forKey: .durations)
    try container.encodeIfPresent(axis, forKey: .axis)
  }
}

extension JSON {
  /// A day's overview.
  static func day(_ date: CalendarDate, _ reports: Reports) throws -> JSON {
    let day = try reports.day(date)
    let durations = MeasureWording.durations((day.nights + day.naps).flatMap(\.durations))
    return try JSON(report: WordedReport(report: day, durations: durations))
  }

  /// The night that ended on a day.
  static func night(_ date: CalendarDate, _ reports: Reports) throws -> JSON {
    let night = try reports.night(date)
    return try JSON(report: WordedReport(report: night, durations: MeasureWording.durations(night.durations)))
  }

  /// The nights that ended in a range of days.
  static func nights(from first: CalendarDate, to last: CalendarDate, _ reports: Reports) throws -> JSON {
    let (nights, goal) = (try reports.nights(from: first, to: last), reports.profile.sleepGoalMinutes)
    let durations = MeasureWording.durations(nights.durations + [goal])
    return try JSON(report: WordedReport(report: nights, durations: durations, axis: nights.axis(goal: goal)))
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
