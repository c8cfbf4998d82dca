import HaloInterchange
import HaloReports

/// A day's activity, with its workouts.
struct ActivityPage: Encodable {
  private let date: CalendarDate
  private let start: LocalTime
  private let end: LocalTime
  private let complete: Bool
  private let figures: [Figure]
  private let series: [SeriesReport]
  private let unknown: [UnknownSeries]
  private let missing: [MissingReport]
  private let workouts: [WorkoutReport]

  private init(_ date: CalendarDate, _ wearer: WearerContext, _ journal: Journal) throws {
    let reports = wearer.reports(journal)
    let day = try reports.day(date)
    self.date = date
    (start, end, complete) = (day.start, day.end, day.complete)
    figures = FigureID.activity.compactMap(day.figure)
    (series, unknown) = (day.series.shown(on: .activity), day.unknown.shown(on: .activity))
    missing = day.missing
    workouts = try reports.workouts(from: date, to: date)
  }

  static func json(_ date: CalendarDate, _ wearer: WearerContext, _ journal: Journal) throws -> JSON {
    try JSON(report: ActivityPage(date, wearer, journal))
  }

  /// Daily activity in a range, in order and including days without data.
  static func json(
    from first: CalendarDate, to last: CalendarDate, _ wearer: WearerContext, _ journal: Journal, _ cache: DayCache
  ) throws -> JSON {
    try JSON(
      report: wearer.reports(journal).activity(from: first, to: last) { first, last in
        try cache.movement(from: first, to: last, wearer, journal)
      })
  }

  /// The workouts that began in a range of days, the latest first.
  static func workouts(
    from first: CalendarDate, to last: CalendarDate, _ wearer: WearerContext, _ journal: Journal, _ cache: DayCache
  ) throws -> JSON {
    let workouts = try wearer.reports(journal).workouts(from: first, to: last) {
      try cache.summary(of: $0, now: wearer.now, journal)
    }
    return try JSON(report: ["workouts": Array(workouts.reversed())])
  }

  /// Returns a workout by its number.
  static func find(_ id: Int, _ wearer: WearerContext, _ journal: Journal) throws -> StoredWorkout {
    guard let workout = try journal.workout(id, of: wearer.name) else {
      throw APIError.missing("Workout \(id) does not exist.")
    }
    return workout
  }

  /// A workout with its series.
  static func workout(_ id: Int, _ wearer: WearerContext, _ journal: Journal) throws -> JSON {
    try JSON(report: wearer.reports(journal).workout(find(id, wearer, journal)))
  }

  /// Returns a workout as a file, with its media type.
  static func file(_ id: Int, _ format: String, _ wearer: WearerContext, _ journal: Journal) throws -> (
    bytes: [UInt8], type: String
  ) {
    let recording = try journal.recording(of: try find(id, wearer, journal))
    switch format {
    case "fit": return (FIT.bytes(recording), "application/vnd.ant.fit")
    case "tcx": return ([UInt8](TCX.text(recording).utf8), "application/vnd.garmin.tcx+xml")
    case "csv":
      let lines = recording.points.map { point in
        [
          "\(point.time)", point.heartRate.map { "\($0)" }, point.meters.map { Self.tenths($0) },
          point.speed.map { "\($0)" }, point.cadence.map { "\($0)" }, point.watts.map { "\($0)" },
          point.inclination.map { "\($0)" }, point.resistance.map { "\($0)" },
        ].map { $0 ?? "" }.joined(separator: ",")
      }
      let all =
        ["time,heart-rate (bpm),distance (m),speed (m/s),cadence (/min),power (W),incline (%),resistance"] + lines
      return ([UInt8]((all.joined(separator: "\n") + "\n").utf8), "text/csv; charset=utf-8")
    default: throw APIError.missing("Available formats of a workout: .fit, .tcx and .csv.")
    }
  }

  /// Formats a number with at most one decimal.
  private static func tenths(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
