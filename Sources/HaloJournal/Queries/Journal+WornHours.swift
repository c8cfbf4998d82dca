import GRDB

extension Journal {
  /// The hours since 1970, within a time, in which a wearer's device measured something that requires wearing it: a
  /// pulse or values derived from it, skin temperature, steps.
  public func wornHours(of wearer: String, in time: Range<Moment>) throws -> Set<Int> {
    let metrics: [Metric] = [
      .heartRate, .heartRateVariability, .heartRateVariabilityRMSSD, .oxygenSaturationMinimum, .stress, .steps,
    ]
    let begin = time.lowerBound.milliseconds
    let end = time.upperBound.milliseconds
    return try read { db in
      try metrics.reduce(into: []) { hours, metric in
        hours.formUnion(
          try Self.hours(db, with: metric, of: wearer, from: begin, to: end, where: Self.wornCondition(metric)))
      }
    }
  }

  /// Steps that were measured live are those of a machine, which is not worn.
  private static func wornCondition(_ metric: Metric) -> String {
    metric == .steps ? "doubtful = 0 AND source <> \(SampleSource.live.code)" : "doubtful = 0"
  }

  /// The hours since 1970, within a time in milliseconds, in which a wearer's device has a value above zero that
  /// satisfies `condition`.
  static func hours(
    _ db: Database, with metric: Metric, of wearer: String, from begin: Int, to end: Int, where condition: String
  ) throws -> Set<Int> {
    try Set(
      db.numbers(
        """
        SELECT DISTINCT start / \(Milliseconds.hour) FROM sample WHERE device IN (\(devices(of: wearer))) AND metric = :metric
          AND start >= :from AND start < :to AND value > 0 AND \(condition)
        """, ["wearer": wearer, "metric": metric.code, "from": begin, "to": end]))
  }
}
