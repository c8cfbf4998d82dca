public import HaloHealth

extension DayReport {
  /// Creates a report of a day from a file, on the device's own clock.
  public init(_ day: DaySummary) {
    func series(_ metric: Metric) -> SeriesReport? { FileSeries(day).series(metric) }
    let stress = series(.stress)
    let main = Night.main(day.nights + day.naps)
    self.init(
      date: day.date, start: LocalTime(day.date.midnight),
      end: LocalTime(day.date.adding(days: 1).midnight), complete: false,
      movement: day.movement.map { movement in
        Movement(
          movement,
          intervals: (day.samples[.steps] ?? []).map {
            Movement.Interval(time: $0.start.time, minutes: $0.minutes, steps: Int($0.value))
          }, from: movement.provenance.frames)
      },
      nights: day.nights.map { SleepReport($0, main: $0 == main) },
      naps: day.naps.map { SleepReport($0, main: $0 == main) }, heartRate: series(.heartRate),
      oxygen: FileSeries(day).oxygen, stress: stress, heartRateVariability: series(.heartRateVariability),
      skinTemperature: series(.skinTemperature), steps: series(.steps), speed: series(.speed),
      cadence: series(.cadence), battery: series(.battery), insights: nil, night: nil, coverage: nil, unknown: [:],
      missing: [],
      figures: DayFigures(
        date: day.date, insights: nil, movement: day.movement, sleep: nil, stress: stress, profile: Profile()
      ).movementFigures)
  }
}
