/// Durations in the unit of the file's times, for SQL and for code that runs once per row; other code uses `Duration`.
enum Milliseconds {
  static let second = Duration.seconds(1).milliseconds
  static let minute = Duration.minutes(1).milliseconds
  static let hour = Duration.hours(1).milliseconds
  static let day = Duration.days(1).milliseconds
}
