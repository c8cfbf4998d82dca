import HaloHealth

/// A kind of data that has times, and how SQL finds it.
struct KindOfData {
  /// The table that it is in.
  let table: String
  /// The condition by which an index finds its rows in order of time.
  let condition: String
  /// The day that a row belongs to, counted from 1970.
  let day: String

  /// The samples of each metric, nights and naps.
  static let all =
    Metric.allCases.map { KindOfData(table: "sample", condition: "metric = \($0.code)", day: WallDays.day) }
    + Night.Kind.allCases.map {
      KindOfData(
        table: "night", condition: "kind = '\($0.rawValue)'",
        day: WallDays.day(of: "(wall + length / \(Milliseconds.second))"))
    }
}
