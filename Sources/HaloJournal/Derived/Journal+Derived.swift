import GRDB

extension Journal {
  /// Stores computed values of a wearer. A value replaces an earlier one of the same metric, algorithm and interval.
  public func keep(_ values: [DerivedValue], of wearer: String) throws {
    try write { db in
      for value in values { try Self.keep(value, of: wearer, db) }
    }
  }

  private static func keep(_ value: DerivedValue, of wearer: String, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO derived (wearer, metric, start, offset, length, value, algorithm, version, confidence, inputs)
      SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
      ON CONFLICT DO UPDATE SET offset = excluded.offset, value = excluded.value, version = excluded.version,
        confidence = excluded.confidence, inputs = excluded.inputs
      """,
      [
        value.metric.code, value.start.milliseconds, value.start.secondsFromGMT, value.length, value.value,
        value.algorithm, value.version, value.confidence, VisibleText.json(value.inputs), wearer,
      ])
  }

  /// Replaces all computed values of a wearer's days from `first` to `last`, in local time, in one transaction. They are
  /// outdated if the data has changed since `state`.
  ///
  /// - Returns: The numbers of values before, after, and unchanged.
  @discardableResult
  public func replaceDerived(
    with values: [DerivedValue], of wearer: String, from first: CalendarDate, to last: CalendarDate,
    computedFrom state: DerivedState? = nil
  ) throws -> RebuiltPart {
    try write { db in
      let condition = """
        wearer = (SELECT id FROM wearer WHERE name = :wearer) AND \(LocalDays.conditionOfDerived)
        """
      let arguments = LocalDays.ofDerived(first, last).arguments &+ ["wearer": wearer]
      let before = Set(try db.all("SELECT * FROM derived WHERE \(condition)", arguments) { try DerivedValue($0) })
      let wanted = Set(values)
      // Unchanged values are not written again: a sync each half hour changes little.
      if before != wanted {
        try db.run("DELETE FROM derived WHERE \(condition)", arguments)
        for value in values { try Self.keep(value, of: wearer, db) }
        if let state {
          try db.markDerivedOutdated(
            "name = ?1 AND changes <> ?2", [wearer, state.changes, max(0, first.daysSince1970)], since: "?3")
        }
      }
      return RebuiltPart(
        content: .insights, before: before.count, after: wanted.count, same: before.intersection(wanted).count)
    }
  }

  /// The computed values of a metric, or of all, whose interval begins in a time range, in order. Values before
  /// `inputsSince` come without their inputs, which take most of the time to read.
  public func derived(
    _ metric: DerivedMetric? = nil, of wearer: String, in time: Range<Moment>, inputsSince: Moment? = nil
  ) throws -> [DerivedValue] {
    // The query names every metric to use the index; otherwise it would scan all years of the wearer.
    let metrics = (metric.map { [$0] } ?? DerivedMetric.allCases).map { "\($0.code)" }.joined(separator: ",")
    return try all(
      """
      SELECT metric, value, start, offset, length, algorithm, version, confidence,
        CASE WHEN start >= ? THEN inputs ELSE '[]' END AS inputs FROM derived
      WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric IN (\(metrics)) AND start >= ? AND start < ?
      ORDER BY start, metric, algorithm
      """,
      [
        (inputsSince ?? time.lowerBound).milliseconds, wearer, time.lowerBound.milliseconds,
        time.upperBound.milliseconds,
      ]
    ) { try DerivedValue($0) }
  }

  /// The newest local day with a computed value; `nil` if there is no such day.
  public func newestDerivedDay(of wearer: String) throws -> CalendarDate? {
    try read { db in
      // One query per metric uses the index: a few lookups instead of reading all values.
      let newest = try DerivedMetric.allCases.compactMap { metric in
        try db.row(
          """
          SELECT start, offset FROM derived WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric = ?
          ORDER BY start DESC LIMIT 1
          """, [wearer, metric.code])?.moment("start", offset: "offset")
      }.max()
      return newest?.wallClock.date
    }
  }
}

extension DerivedValue {
  /// The computed value in a row; `nil` if the metric is from a newer version.
  fileprivate init?(_ row: Row) throws {
    guard let metric = try DerivedMetric(code: row.value("metric")) else { return nil }
    let inputs = try row.value("inputs") as String
    try self.init(
      metric, row.value("value"), start: row.moment("start", offset: "offset"), length: row.value("length"),
      algorithm: row.value("algorithm"), version: row.value("version"), confidence: row.value("confidence"),
      inputs: inputs == "[]" ? [] : StoredNumber.decoded(inputs) ?? [])
  }
}
