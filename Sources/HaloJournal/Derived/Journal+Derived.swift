import GRDB
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Journal {
  /// Keeps computed values of a wearer. One of the same metric, algorithm and interval takes the place of the one before.
  public func keep(_ values: [DerivedValue], of wearer: String) throws {
    try write { db in
      for value in values { try Self.keep(value, of: wearer, db) }
    }
  }

  private static func keep(_ value: DerivedValue, of wearer: String, _ db: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let inputs = String(decoding: try encoder.encode(value.inputs), as: UTF8.self)
    try db.run(
      """
      INSERT INTO derived (wearer, metric, start, offset, length, value, algorithm, version, confidence, inputs)
      SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
      ON CONFLICT DO UPDATE SET offset = excluded.offset, value = excluded.value, version = excluded.version,
        confidence = excluded.confidence, inputs = excluded.inputs
      """,
      [
        value.metric.code, value.start.milliseconds, value.start.secondsFromGMT, value.length, value.value,
        value.algorithm, value.version, value.confidence, inputs, wearer,
      ])
  }

  /// Puts computed values in place of all that are here of a wearer's days, from `first` to `last`, on the wall. In one change: all of
  /// it is new, or nothing is.
  ///
  /// - Returns: How many there were, how many there are, and how many are as they were.
  @discardableResult
  public func replaceDerived(
    with values: [DerivedValue], of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> RebuiltPart {
    try write { db in
      let condition = """
        wearer = (SELECT id FROM wearer WHERE name = :wearer) AND \(WallDays.conditionOfDerived)
        """
      let arguments = WallDays.ofDerived(first, last).arguments &+ ["wearer": wearer]
      func present() throws -> Set<DerivedValue> {
        Set(
          try DerivedRow.fetchAll(
            db, sql: "SELECT \(DerivedRow.columns) FROM derived WHERE \(condition)", arguments: arguments
          ).compactMap(\.value))
      }
      let before = try present()
      let wanted = Set(values)
      // What is as it was is not written again: a sync each half hour changes little.
      if before != wanted {
        try db.execute(sql: "DELETE FROM derived WHERE \(condition)", arguments: arguments)
        for value in values { try Self.keep(value, of: wearer, db) }
      }
      return RebuiltPart(
        content: .insights, before: before.count, after: wanted.count, same: before.intersection(wanted).count)
    }
  }

  /// All computed values of a wearer whose interval begins within a time, in order. Those before `inputsSince` come without what they
  /// were computed from, which takes most of the time to read.
  public func derived(
    of wearer: String, in time: Range<Moment>, inputsSince: Moment? = nil
  ) throws -> [DerivedValue] {
    // Every metric is named, so that the index finds the time: without them all years of the wearer would be looked at.
    let metrics = DerivedMetric.allCases.map { "\($0.code)" }.joined(separator: ",")
    return try read { db in
      try DerivedRow.fetchAll(
        db,
        sql: """
          SELECT \(DerivedRow.facts), CASE WHEN start >= ? THEN inputs ELSE '[]' END AS inputs FROM derived
          WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric IN (\(metrics)) AND start >= ? AND start < ?
          ORDER BY start, metric, algorithm
          """,
        arguments: [
          (inputsSince ?? time.lowerBound).milliseconds, wearer, time.lowerBound.milliseconds,
          time.upperBound.milliseconds,
        ]
      ).compactMap(\.value)
    }
  }

  /// Of each metric the computed value of the oldest day.
  public func oldestDerived(of wearer: String) throws -> [DerivedValue] {
    try read { db in
      // Metric by metric, so that the index has it.
      try DerivedMetric.allCases.compactMap { metric in
        try DerivedRow.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT \(DerivedRow.columns) FROM derived WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric = ?
              ORDER BY start LIMIT 1
              """), arguments: [wearer, metric.code]
        )?.value
      }
    }
  }

  /// The computed values of a metric whose interval begins within a time, in order.
  public func derived(_ metric: DerivedMetric, of wearer: String, in time: Range<Moment>) throws -> [DerivedValue] {
    try read { db in
      try DerivedRow.fetchAll(
        db,
        sql: """
          SELECT \(DerivedRow.columns) FROM derived JOIN wearer ON wearer.id = derived.wearer
          WHERE wearer.name = ? AND metric = ? AND start >= ? AND start < ? ORDER BY start, algorithm
          """,
        arguments: [wearer, metric.code, time.lowerBound.milliseconds, time.upperBound.milliseconds]
      ).compactMap(\.value)
    }
  }

  /// The newest day on a wearer's wall of which something was computed; `nil` where nothing was.
  public func newestDerivedDay(of wearer: String) throws -> CalendarDate? {
    try read { db in
      // Metric by metric, so that the index has it: over years that is a few steps in place of all values.
      let newest = try DerivedMetric.allCases.compactMap { metric in
        try DerivedStart.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT start, offset FROM derived WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric = ?
              ORDER BY start DESC LIMIT 1
              """), arguments: [wearer, metric.code])?.start
      }.max()
      return newest?.wallClock.date
    }
  }
}

/// A computed value, without its wearer.
private struct DerivedRow: FetchableRecord {
  /// The columns but `inputs`.
  static let facts = "metric, value, start, offset, length, algorithm, version, confidence"
  static let columns = facts + ", inputs"

  /// `nil` if it is a metric of a newer version.
  let value: DerivedValue?

  init(row: Row) throws {
    let inputs = try row.value("inputs") as String
    value = try DerivedMetric(code: row.value("metric")).map { metric in
      try DerivedValue(
        metric, row.value("value"), start: row.moment("start", offset: "offset"), length: row.value("length"),
        algorithm: row.value("algorithm"), version: row.value("version"), confidence: row.value("confidence"),
        inputs: inputs == "[]" ? [] : (try? JSONDecoder().decode([String].self, from: Data(inputs.utf8))) ?? [])
    }
  }
}

private struct DerivedStart: FetchableRecord {
  let start: Moment

  init(row: Row) throws { start = try row.moment("start", offset: "offset") }
}
