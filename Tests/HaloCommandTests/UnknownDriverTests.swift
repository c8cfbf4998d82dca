import GRDB
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloTesting
import Testing

/// A journal with a metric of a driver that this program lacks: commands find it by its name, and say what they know.
@Suite("A metric of a driver that the program lacks")
struct UnknownDriverTests {
  /// Makes a journal with a heart rate, which then becomes a value of the metric. Nothing in this process knows it.
  private static func journal(_ folder: TemporaryFolder, _ id: String, code: Int) throws -> String {
    let path = folder.path("journal.sqlite")
    let start = Moment(WallClock(date: CalendarDate(daysSince1970: 20_771), minuteOfDay: 500), secondsFromGMT: 0)
    let journal = try Journal(path: path)
    _ = try journal.keep(
      [.sample(.heartRate, 61, start: start, length: 0, .log)], of: DeviceID("C3:48:9A:00:00:09"), name: "Gripper",
      family: "gripper", wearer: "Ada", from: "a.csv", at: start + .hours(1))
    journal.closer()
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          INSERT INTO metric VALUES (?, ?, '{"aggregation":"mean","chart":"dots","digits":0,"high":900,"longest":60,\
          "low":0,"screens":["day"],"titles":{"de":"Kneifkraft","en":"Pinch"},"unit":"N"}')
          """, arguments: [code, id])
      try db.execute(sql: "UPDATE sample SET metric = ?", arguments: [code])
    }
    return path
  }

  @Test(
    arguments: [
      ("pinchA", 1_355_261_149, ["export", "--metric", "pinch-a"], "pinch-a,61,N"),
      ("pinchB", 1_355_261_085, ["explain", "pinch-b", "2026-11-14T08:20"], "No driver of this program knows"),
      ("pinchC", 1_355_261_021, ["priority", "pinch-c", "Gripper"], "pinch-c"),
      ("pinchD", 1_355_260_957, ["day", "2026-11-14", "--lang", "de"], "Kneifkraft  61 N"),
    ])
  func `is found by its name`(id: String, code: Int, command: [String], expected: String) async throws {
    let folder = try TemporaryFolder()
    let path = try Self.journal(folder, id, code: code)
    let outcome = try await Program.run(
      command + ["--journal", path], environment: ["TZ": "UTC", "LANG": "C.UTF-8", "COLUMNS": "100"])
    #expect(outcome.status == 0, "\(outcome.problems)")
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(expected.split(separator: " ").joined(separator: " ")), "\(outcome.output)")
  }
}
