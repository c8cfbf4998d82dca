import GRDB
import HaloBluetooth
import HaloHealth
import HaloTesting
import HaloText
import Testing

@testable import HaloJournal

/// A metric that a driver adds is stored with its values, and a program without the driver reads both.
@Suite("Metrics of drivers in a journal")
struct StoredMetricTests {
  private static let flow = Metric(
    "storedFlow", unit: Unit("l/min", digits: 2),
    title: Phrase("Air flow", in: PhraseCatalog([.german: ["Air flow": "Luftstrom"]])), values: 0...900,
    chart: .line, screens: [.day, .heart])

  /// Imports a value of each metric into a journal.
  private func journal(_ folder: TemporaryFolder, _ name: String, _ metrics: [Metric]) throws -> Journal {
    let journal = try Journal(path: folder.path(name))
    let start = Moment(WallClock(date: CalendarDate(daysSince1970: 20_771), minuteOfDay: 611), secondsFromGMT: 7200)
    _ = try journal.keep(
      metrics.map { .sample($0, 12.25, start: start, length: 0, .log) }, of: DeviceID("C3:48:9A:00:00:07"),
      name: "Blower", family: "blower", wearer: "Ada", from: "a.csv", at: start + .hours(1))
    return journal
  }

  @Test func `values are stored, exported and merged like those of Halo's own metrics`() throws {
    let folder = try TemporaryFolder()
    let journal = try journal(folder, "a.sqlite", [Self.flow, .heartRate])
    var lines: [String] = []
    try journal.export(in: .allTime, metrics: Metric.known, sleep: false) { lines.append(ExportedLine($0).csv) }
    #expect(lines.contains { $0.contains("stored-flow,12.25,l/min") }, "\(lines)")
    let other = try Journal(path: folder.path("b.sqlite"))
    _ = try other.merge(
      MergeSource(journal.path, name: "a", beside: other.path),
      at: Moment(WallClock(date: CalendarDate(daysSince1970: 20_790), minuteOfDay: 0), secondsFromGMT: 0), families: [],
      decode: { _, _, _ in throw CancellationError() })
    #expect(try other.facts().samples[Self.flow] == 1)
    let definitions = try [journal, other].map {
      try $0.read { try $0.rows("SELECT * FROM metric WHERE id = 'storedFlow'") }
    }
    #expect(definitions[0].count == 1 && definitions[0] == definitions[1])
  }

  @Test func `a program without the driver reads name, unit and presentation from the journal`() throws {
    let folder = try TemporaryFolder()
    let path = try journal(folder, "c.sqlite", [Self.flow]).path
    // Under another id, the metric is one that only the journal knows.
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "UPDATE metric SET id = 'otherFlow', code = 2000000001 WHERE id = 'storedFlow'")
    }
    _ = try Journal(path: path)
    let metric = try #require(Metric(id: "otherFlow"))
    let definition = metric.definition
    #expect(definition.isFromJournal && definition.caution != nil)
    #expect(metric.unit.symbol == "l/min" && metric.unit.digits == 2)
    #expect(metric.title.english == "Air flow" && metric.title.text(in: Wording(.german)) == "Luftstrom")
    #expect(metric.plausibleRange == 0...900 && definition.aggregation == .mean)
    #expect(definition.chart == .line && definition.screens == [.day, .heart])
    #expect(Metric(name: "other-flow") == metric)
  }

  @Test(
    arguments: [
      "", "{}", "null", #"{"aggregation":"mean"}"#,
      #"{"aggregation":"mean","high":1,"longest":60,"low":2,"screens":[],"titles":{"en":"Wrong order"},"unit":"x"}"#,
      #"{"aggregation":"mean","high":2,"longest":60,"low":1,"screens":[],"titles":{"de":"Ohne Englisch"},"unit":"x"}"#,
      #"{"aggregation":"later","high":2,"longest":60,"low":1,"screens":[],"titles":{"en":"New"},"unit":"x"}"#,
      "{\"aggregation\":\"mean\",\"high\":2,\"longest\":60,\"low\":1,\"screens\":[],\"titles\":{\"en\":\"A\u{1B}[2J\"},\"unit\":\"x\"}",
    ])
  func `what is not of this version's form is left out, and the journal opens`(definition: String) throws {
    let folder = try TemporaryFolder()
    let path = try journal(folder, "d.sqlite", [.heartRate]).path
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: "INSERT INTO metric (code, id, definition) VALUES (2000000002, 'notHere', ?)", arguments: [definition])
    }
    _ = try Journal(path: path)
    #expect(Metric(id: "notHere") == nil)
  }
}
