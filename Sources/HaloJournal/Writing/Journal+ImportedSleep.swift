import GRDB

extension Journal {
  /// The longest sleep, in milliseconds: it limits the index range in a search for overlapping sleeps.
  private static let longestSleep = 2 * Duration.minutes(DataBounds.longestSleep).milliseconds
  private static let overlaps = "device = ? AND kind = ? AND start > ? AND start < ? AND start + length > ?"

  private static func overlap(_ kind: Night.Kind, _ device: Int, _ time: Range<Int>) -> StatementArguments {
    [device, kind.rawValue, time.lowerBound - longestSleep, time.upperBound, time.lowerBound]
  }

  /// True if the device itself reported a sleep of a kind that overlaps a time, in milliseconds since 1970.
  static func hasReportedSleep(
    _ kind: Night.Kind, device: Int, in time: Range<Int>, _ db: Database
  ) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM night WHERE \(overlaps) AND statement IS NOT NULL AND doubtful = 0", overlap(kind, device, time))
  }

  /// Deletes the imported sleeps of a kind that overlap a time in which the device itself reported a sleep.
  static func deleteImportedSleeps(_ kind: Night.Kind, device: Int, in time: Range<Int>, _ db: Database) throws {
    try db.run("DELETE FROM night WHERE \(overlaps) AND statement IS NULL", overlap(kind, device, time))
  }
}
