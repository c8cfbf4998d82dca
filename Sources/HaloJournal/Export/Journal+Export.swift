import GRDB
public import HaloHealth

/// A line of an export: a sample, a stretch of a night, or a device's own total of a day.
public struct ExportedRow: Sendable, Hashable {
  /// What it is.
  public enum Content: Sendable, Hashable {
    /// A value of a metric.
    case sample(Metric, Double, SampleSource)
    /// A stage of the sleep that began at `night`; `nil` where the device gave none.
    case stage(SleepStage?, Night.Kind, night: Moment)
  }

  /// What it is.
  public let content: Content
  /// When it begins.
  public let start: Moment
  /// Length in milliseconds; 0 for a moment.
  public let length: Int
  /// The device's name.
  public let device: String
  /// What the radio calls it.
  public let identifier: String
  /// Who wears it.
  public let wearer: String
  /// Whether the time is doubtful.
  public let isDoubtful: Bool
}

extension Journal {
  /// Calls `body` with every sample and stretch of sleep that begins within a time, in order of time; one at a time, however many
  /// there are. `metrics` and `sleep` say what is wanted.
  public func export(
    in time: Range<Moment>, metrics: [Metric], sleep: Bool, wearer: String? = nil,
    _ body: (ExportedRow) throws -> Void
  ) throws {
    try read { db in
      // Devices come first, and every kind is named: so the index finds the time in years.
      let kinds = Night.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ",")
      let codes = metrics.map { "\($0.code)" }.joined(separator: ",")
      let sql = """
        SELECT 0 AS night, sample.start, sample.length, sample.wall, sample.metric, sample.value, sample.source, '' AS stages,
          sample.doubtful, device.name, wearer.name, device.identifier
        FROM wearer CROSS JOIN device ON device.wearer = wearer.id CROSS JOIN sample ON sample.device = device.id
        WHERE sample.metric IN (\(codes)) AND sample.start >= :from AND sample.start < :to AND (:who IS NULL OR wearer.name = :who)
        UNION ALL
        SELECT 1, night.start, night.length, night.wall, 0, 0, night.kind, night.stages, night.doubtful, device.name, wearer.name,
          device.identifier
        FROM wearer CROSS JOIN device ON device.wearer = wearer.id CROSS JOIN night ON night.device = device.id
        WHERE :sleep AND night.kind IN (\(kinds)) AND night.start >= :from AND night.start < :to AND (:who IS NULL OR wearer.name = :who)
        ORDER BY 2, 5
        """
      let rows = try Row.fetchCursor(
        db, sql: sql,
        arguments: [
          "from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds, "who": wearer, "sleep": sleep,
        ])
      while let row = try rows.next() {
        for line in try Self.lines(row) { try body(line) }
      }
    }
  }

  private static func lines(_ row: Row) throws -> [ExportedRow] {
    let (start, length) = try (Moment(start: row.value(1), wall: row.value(3)), row.value(2) as Int)
    func line(_ content: ExportedRow.Content, _ start: Moment, _ length: Int) throws -> ExportedRow {
      try ExportedRow(
        content: content, start: start, length: length, device: row.value(9), identifier: row.value(11),
        wearer: row.value(10),
        isDoubtful: row.value(8))
    }
    guard try row.value(0) as Int == 1 else {
      guard let metric = try Metric(code: row.value(4)), let source = try SampleSource(code: row.value(6)) else {
        return []
      }
      return try [line(.sample(metric, row.value(5), source), start, length)]
    }
    guard let kind = try Night.Kind(rawValue: row.value(6)) else { return [] }
    var minute = 0
    return try Night.stages(row.value(7)).map { stretch in
      defer { minute += stretch.minutes }
      return try line(
        .stage(stretch.stage, kind, night: start), start + .minutes(minute), stretch.minutes * Milliseconds.minute)
    }
  }
}
