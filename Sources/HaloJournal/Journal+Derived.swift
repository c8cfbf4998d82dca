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
      for value in values {
        let inputs = String(decoding: try JSONEncoder().encode(value.inputs), as: UTF8.self)
        try db.run(
          """
          INSERT INTO derived (wearer, metric, start, offset, length, value, algorithm, version, confidence, inputs)
          SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM wearer WHERE name = ?
          ON CONFLICT DO UPDATE SET value = excluded.value, version = excluded.version, confidence = excluded.confidence,
            inputs = excluded.inputs
          """,
          [
            value.metric.code, value.start.milliseconds, value.start.secondsFromGMT, value.length, value.value,
            value.algorithm, value.version, value.confidence, inputs, wearer,
          ])
      }
    }
  }

  /// The computed values of a metric whose interval begins within a time, in order.
  public func derived(_ metric: Metric, of wearer: String, in time: Range<Moment>) throws -> [DerivedValue] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT derived.* FROM derived JOIN wearer ON wearer.id = derived.wearer
          WHERE wearer.name = ? AND metric = ? AND start >= ? AND start < ? ORDER BY start, algorithm
          """,
        arguments: [wearer, metric.code, time.lowerBound.milliseconds, time.upperBound.milliseconds]
      ).map { row in
        DerivedValue(
          metric, row["value"], start: Moment(milliseconds: row["start"], secondsFromGMT: row["offset"]),
          length: row["length"], algorithm: row["algorithm"], version: row["version"], confidence: row["confidence"],
          inputs: (try? JSONDecoder().decode([String].self, from: Data((row["inputs"] as String).utf8))) ?? [])
      }
    }
  }
}
