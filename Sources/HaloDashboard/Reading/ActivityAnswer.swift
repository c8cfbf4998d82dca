/// A day's activity, with its workouts.
struct ActivityAnswer: Encodable {
  private let date: CalendarDate
  private let start: LocalTime
  private let end: LocalTime
  private let complete: Bool
  private let figures: [Figure]
  private let series: [SeriesReport]
  private let unknown: [UnknownSeries]
  private let missing: [MissingReport]
  private let workouts: [WorkoutReport]

  init(_ date: CalendarDate, _ reports: Reports) throws {
    let day = try reports.day(date)
    self.date = date
    start = day.start
    end = day.end
    complete = day.complete
    figures = FigureID.activity.compactMap(day.figure)
    series = day.series.shown(on: .activity)
    unknown = day.unknown.shown(on: .activity)
    missing = day.missing
    workouts = try reports.workouts(from: date, to: date)
  }
}
