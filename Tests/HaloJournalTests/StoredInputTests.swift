import Foundation
import GRDB
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

/// The inputs of computed values were English sentences in earlier versions. The thirteenth migration keeps them until
/// the values are computed again, and reads Halo's own stages, which may not be possible to compute again.
@Suite("The inputs of computed values")
struct StoredInputTests {
  /// The schemas with sentences.
  private static let earlier = Array(Schema.migrator.migrations.prefix(12))

  /// Inputs as earlier versions stored them, and as they are read now.
  private static let inputs: [(old: String, source: DerivedInput.Source?, words: String, frames: String?)] = [
    (
      "stages of half minutes from 2026-11-13T00:10:00+01:00: awake 3, light 20, deep 1",
      .ownStages(
        start: Moment(WallClock(date: date, minuteOfDay: 10), secondsFromGMT: 3600),
        stretches: [.init(.awake, epochs: 3), .init(.light, epochs: 20), .init(.deep, epochs: 1)]), "null", nil
    ),
    ("stages of half minutes from yesterday on", nil, "stages of half minutes from yesterday on", nil),
    ("stages of half minutes from now: a\"b 7", nil, "stages of half minutes from now: a\"b 7", nil),
    (
      "the raw recording of the accelerometer of ring: \"mine\", and the heart rates in it", nil,
      "the raw recording of the accelerometer of ring: \"mine\", and the heart rates in it", nil
    ),
    ("the sleep of ring; blue; frames 13-14,20", nil, "the sleep of ring; blue", "13-14,20"),
    ("charging at 2026-11-13T00:10:00+01:00; frames 7", nil, "charging at 2026-11-13T00:10:00+01:00", "7"),
  ]

  private static let date = CalendarDate(daysSince1970: 20_770)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates a journal of an earlier schema with a computed value, which is up to date.
  private func old(_ schema: String, inputs: String) throws -> String {
    let path = folder.path("old.sqlite")
    let queue = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(queue, upTo: schema)
    try queue.write { db in
      try db.execute(sql: "INSERT INTO wearer (id, name, created) VALUES (1, 'me', 0)")
      if try db.columns(in: "wearer").contains(where: { $0.name == "outdated" }) {
        try db.execute(sql: "UPDATE wearer SET outdated = NULL, generation = 3")
      }
      try db.execute(
        sql: """
          INSERT INTO derived (wearer, metric, start, offset, length, value, algorithm, version, inputs)
          VALUES (1, ?, 1794524400000, 3600, 86400000, 400, 'halo-stages', 1, ?)
          """, arguments: [DerivedMetric.ownTimeAsleep.code, inputs])
    }
    try queue.close()
    return path
  }

  @Test(arguments: earlier)
  func `of an earlier version are kept as words, and are outdated`(schema: String) throws {
    let sentences = String(decoding: try JSONEncoder().encode(Self.inputs.map(\.old)), as: UTF8.self)
    let path = try old(schema, inputs: sentences)
    for _ in 0..<2 {
      let journal = try Journal(path: path)
      let inputs = try #require(try journal.derived(.ownTimeAsleep, of: "me", in: .allTime).first).inputs
      #expect(inputs.map(\.source) == Self.inputs.map(\.source))
      #expect(inputs.map(\.words) == Self.inputs.map(\.words))
      #expect(inputs.map(\.frames) == Self.inputs.map(\.frames))
      #expect(try journal.derivedStates(generation: 3).map(\.outdatedSince?.daysSince1970) == [0])
    }
  }

  @Test(arguments: [
    "[]", "[", "", "null", #"{"a":"b; frames 2"}"#, "[1,null]", #"["stages of half minutes from x: ü"]"#,
  ])
  func `that no version stored do not prevent the update`(inputs: String) throws {
    let journal = try Journal(path: old(Self.earlier[11], inputs: inputs))
    let value = try #require(try journal.derived(.ownTimeAsleep, of: "me", in: .allTime).first)
    #expect(value.value == 400 && value.inputs.allSatisfy { $0.source == nil })
  }
}
