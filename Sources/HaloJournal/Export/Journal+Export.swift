import GRDB

/// A line of an export: a sample, a stretch of a night, or a device's own total of a day.
public struct ExportedRow: Sendable, Hashable {
  /// The content of a line.
  public enum Content: Sendable, Hashable {
    /// A value of a metric.
    case sample(Metric, Double, SampleSource)
    /// A part of the sleep that began at `night`: a stage, as `Night.Stretch.word`, or ``ExportedRow/inBed``.
    case sleep(String, Night.Kind, night: Moment)
  }

  /// The word for the time in bed.
  public static let inBed = "in-bed"

  public let content: Content
  /// The beginning.
  public let start: Moment
  /// Length in milliseconds; 0 for a moment.
  public let length: Int
  /// The device's name.
  public let device: String
  /// The device's identifier on the radio.
  public let identifier: String
  /// The name of the wearer.
  public let wearer: String
  /// True if the time is doubtful.
  public let isDoubtful: Bool
}

extension Journal {
  /// Calls `body` with every sample and stretch of sleep that begins in a time range, in chronological order. Rows are
  /// streamed, so memory use does not grow with their number. `metrics` and `sleep` select the data.
  public func export(
    in time: Range<Moment>, metrics: [Metric], sleep: Bool, wearer: String? = nil,
    _ body: (ExportedRow) throws -> Void
  ) throws {
    try read { db in
      // Devices come first and every kind is named, so that the query uses the index.
      let kinds = Night.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
      let codes = metrics.map { "\($0.code)" }.joined(separator: ",")
      let sql = """
        SELECT NULL AS kind, sample.start, sample.length, sample.wall, sample.metric, sample.value, sample.source,
          NULL AS stages, NULL AS bed, NULL AS rise, sample.doubtful, device.name, device.identifier, wearer.name AS wearer
        FROM wearer CROSS JOIN device ON device.wearer = wearer.id CROSS JOIN sample ON sample.device = device.id
        WHERE sample.metric IN (\(codes)) AND sample.start >= :from AND sample.start < :to AND (:who IS NULL OR wearer.name = :who)
        UNION ALL
        SELECT night.kind, night.start, night.length, night.wall, 0, NULL, NULL, night.stages, night.bed, night.rise,
          night.doubtful, device.name, device.identifier, wearer.name
        FROM wearer CROSS JOIN device ON device.wearer = wearer.id CROSS JOIN night ON night.device = device.id
        WHERE :sleep AND night.kind IN (\(kinds)) AND night.start >= :from AND night.start < :to AND (:who IS NULL OR wearer.name = :who)
        ORDER BY start, metric
        """
      try db.forEach(
        sql, ["from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds, "who": wearer, "sleep": sleep]
      ) { try Self.exportLines(of: $0, body) }
    }
  }

  /// Calls `body` with the line of a sample, or the lines of a sleep.
  private static func exportLines(of row: Row, _ body: (ExportedRow) throws -> Void) throws {
    let start = try row.moment(start: "start", wall: "wall")
    func add(_ content: ExportedRow.Content, _ start: Moment, _ length: Int) throws {
      try body(
        ExportedRow(
          content: content, start: start, length: length, device: row.value("name"),
          identifier: row.value("identifier"), wearer: row.value("wearer"), isDoubtful: row.value("doubtful")))
    }
    // Kinds, metrics and sources of a newer version are skipped.
    guard let name = try row.value("kind") as String? else {
      guard let metric = try Metric(code: row.value("metric")), let source = try SampleSource(code: row.value("source"))
      else { return }
      return try add(.sample(metric, row.value("value"), source), start, row.value("length"))
    }
    guard let kind = Night.Kind(rawValue: name) else { return }
    let stages = try Night.stages(row.value("stages"))
    if let inBed = try Night.inBed(row, start: start) {
      let length = inBed.upperBound.milliseconds - inBed.lowerBound.milliseconds
      try add(.sleep(ExportedRow.inBed, kind, night: start), inBed.lowerBound, length)
    }
    var minute = 0
    for stretch in stages {
      let length = stretch.minutes * Milliseconds.minute
      try add(.sleep(stretch.word, kind, night: start), start + .minutes(minute), length)
      minute += stretch.minutes
    }
  }
}
