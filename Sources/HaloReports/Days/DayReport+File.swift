public import HaloHealth

extension DayReport {
  /// Creates a report of a day from a file, on the device's own clock.
  public init(_ day: DaySummary) {
    let (series, main) = (DaySeries(day), Night.main(day.nights + day.naps))
    let all = series.all(on: .day)
    self.init(
      date: day.date, start: LocalTime(day.date.midnight),
      end: LocalTime(day.date.adding(days: 1).midnight), complete: false, movement: day.movement.map(series.report),
      nights: day.nights.map { SleepReport($0, main: $0 == main) },
      naps: day.naps.map { SleepReport($0, main: $0 == main) }, series: all, insights: nil, night: nil, coverage: nil,
      nightReason: nil, unknown: [], missing: [],
      figures: DayFigures(
        date: day.date, insights: nil, movement: day.movement, sleep: nil,
        stress: all.first { $0.id == .stress }, profile: Profile()
      ).movementFigures)
  }
}
