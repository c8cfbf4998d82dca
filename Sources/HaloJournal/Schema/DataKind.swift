/// A kind of data with times, and the SQL to find it.
struct DataKind {
  /// The table that has it.
  let table: String
  /// The condition by which an index finds its rows in order of time.
  let condition: String
  /// SQL for the day of a row, counted from 1970.
  let day: String

  /// The samples of each metric, nights and naps.
  static var all: [DataKind] {
    Metric.known.map { DataKind(table: "sample", condition: "metric = \($0.code)", day: LocalDays.day) }
      + Night.Kind.allCases.map {
        DataKind(
          table: "night", condition: "kind = '\($0.rawValue)'",
          day: LocalDays.day(of: "(wall + length / \(Milliseconds.second))"))
      }
  }
}
