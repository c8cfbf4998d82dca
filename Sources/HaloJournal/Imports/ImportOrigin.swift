import GRDB

/// The place in a file that an imported entry came from.
public struct ImportOrigin: Sendable, Hashable {
  /// The file's name.
  public let file: String
  /// The file's format, such as `gadgetbridge`; empty for imports before version 0.11.
  public let format: String
  /// The time of the import, in UTC.
  public let time: Moment
  /// The part of the file, and the line or row in it; `nil` if it is not known.
  public let place: (part: ImportPart, number: Int)?

  /// The place as text: "line 7", "row 7 of COLMI_STRESS_SAMPLE"; `nil` if it is not known.
  public var placeText: String? { place.map { $0.part.place($0.number) } }

  /// Equality by all values.
  public static func == (left: Self, right: Self) -> Bool {
    (left.file, left.format, left.time, left.placeText) == (right.file, right.format, right.time, right.placeText)
  }

  /// Hashes the file and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(placeText)
  }
}

extension Journal {
  /// The origin of an imported sample; `nil` if the device itself reported it.
  ///
  /// - Throws: ``JournalError``.
  public func importOrigin(of sample: StoredSample) throws -> ImportOrigin? {
    try importOrigin(
      "sample",
      // Imported counts with one start differ in their end.
      "entry.device = ? AND metric = ? AND start = ? AND source = ? ORDER BY entry.length = ? DESC",
      [sample.device, sample.metric.code, sample.start.milliseconds, sample.source.code, sample.length])
  }

  /// The origin of an imported sleep of a device that began at a time, in milliseconds since 1970; `nil` if the device
  /// itself reported it.
  ///
  /// - Throws: ``JournalError``.
  public func importOrigin(ofSleepOf device: Int, at start: Int) throws -> ImportOrigin? {
    try importOrigin("night", "entry.device = ? AND start = ?", [device, start])
  }

  /// The origin of an imported workout; `nil` if Halo recorded it.
  ///
  /// - Throws: ``JournalError``.
  public func importOrigin(of workout: StoredWorkout) throws -> ImportOrigin? {
    try importOrigin("workout", "entry.id = ?", [workout.id])
  }

  private func importOrigin(
    _ table: String, _ condition: String, _ arguments: StatementArguments
  ) throws -> ImportOrigin? {
    try read { db in
      guard
        let row = try db.row(
          """
          SELECT import.run, import.runs, import.part, entry.place FROM \(table) AS entry
          JOIN import ON import.id = entry.import WHERE \(condition)
          """, arguments)
      else { return nil }
      // Without the import that brought it first, another one has the entry as well, in a place that is not known.
      let first: Int? = try row.value("run")
      guard let run = try first ?? ImportGroup.numbers(row.value("runs")).first,
        let file = try db.row("SELECT * FROM import_run WHERE id = ?", [run])
      else { return nil }
      let part = ImportPart(text: try row.value("part"))
      let number: Int? = try row.value("place")
      return try ImportOrigin(
        file: file.value("file"), format: file.value("format"),
        time: file.moment("time"),
        place: first == nil ? nil : part.flatMap { part in number.map { (part, $0) } })
    }
  }
}
