import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("halo worker")
struct WorkerCommandTests {
  private static let battery =
    #"{"id":"ok","task":"decode","family":"colmi-ring","frames":["03400000000000000000000000000043"]}"#
  private static let batteryAnswer = #"{"id":"ok","result":[{"charging":false,"percent":64,"type":"battery"}]}"#

  private func compute(_ lines: [String]) async throws -> [String] {
    let result = try await Program.run(["worker"], input: lines.map { $0 + "\n" }.joined())
    #expect(result.status == 0 && result.problems == "")
    return result.lines
  }

  private func json(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    ("not JSON", #"{"error":"the line is not JSON","line":1}"#),
    ("{\"id\":7}", #"{"error":"the field 'task' is missing","id":7,"line":1}"#),
    (
      #"{"id":7,"task":"decode","family":"x","frames":[]}"#,
      #"{"error":"no family is named 'x', and there is no characteristic","id":7,"line":1}"#
    ),
    (
      #"{"id":7,"task":"decode","family":"colmi-ring","frames":["0g"]}"#,
      #"{"error":"frame 1, column 2: 'g' is not a hexadecimal digit","id":7,"line":1}"#
    ),
    (#"{"id":7,"task":"rebuild"}"#, #"{"error":"the field 'journal' is missing","id":7,"line":1}"#),
    (
      #"{"id":7,"task":"rebuild","journal":{"people":{"id":[1]}}}"#,
      #"{"error":"the journal has no table 'people'","id":7,"line":1}"#
    ),
    (
      #"{"id":7,"task":"rebuild","journal":{"wearer":{"id":[1],"name":["a","b"],"created":[0]}}}"#,
      #"{"error":"the columns of 'wearer' have different lengths ('name')","id":7,"line":1}"#
    ),
    (
      #"{"id":7,"task":"rebuild","journal":{"wearer":{"id":[1],"name":["a"],"age":[3]}}}"#,
      #"{"error":"the table 'wearer' has no column 'age'","id":7,"line":1}"#
    ),
    (
      #"{"id":7,"task":"heart-rate","signal":{"columns":{"ppg":[1]}}}"#,
      #"{"error":"give either a rate or times","id":7,"line":1}"#
    ),
  ])
  func `a line that cannot be computed yields an error, and the next line is computed`(
    line: String, answer: String
  ) async throws {
    #expect(try await compute([line, Self.battery]) == [answer, Self.batteryAnswer])
  }

  @Test(arguments: [
    ("night", "stages", #""deep 9223372036854775807,light 1""#, "a text with a number that is not possible"),
    ("night", "stages", #""light -9223372036854775808""#, "a text with a number that is not possible"),
    ("night", "stages", #""light""#, "stages of a sleep without their minutes"),
    ("night", "length", "9223372036854775807", "a number in the table night that is not possible"),
    ("night", "start", "-9223372036854775808", "a number in the table night that is not possible"),
    ("wearer", "created", "9007199254740993", "a number in the table wearer that is not possible"),
  ])
  func `a number that is not possible yields an error, and the next line is computed`(
    table: String, column: String, value: String, error: String
  ) async throws {
    var tables = [
      "wearer": ["id": "1", "name": #""a""#, "created": "0"],
      "device": [
        "id": "1", "wearer": "1", "identifier": #""A""#, "family": #""x""#, "name": #""a""#, "paired": "0",
      ],
      "night": [
        "id": "1", "device": "1", "kind": #""night""#, "start": "1763600000000", "length": "28800000",
        "wall": "1763600000", "day": #""2025-11-20""#, "stages": #""deep 480""#,
      ],
    ]
    func line() -> String {
      let rows = tables.map { table, columns in
        #""\#(table)":{\#(columns.map { #""\#($0)":[\#($1)]"# }.joined(separator: ","))}"#
      }
      return #"{"id":7,"task":"daily-metrics","journal":{\#(rows.joined(separator: ","))}}"#
    }
    let valid = line()
    tables[table]?[column] = value
    let answers = try await compute([line(), valid])
    #expect(answers.first == #"{"error":"\#(error)","id":7,"line":1}"#)
    #expect(answers.last?.contains("error") == false)
  }

  @Test func `decodes a journal again to the same values`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 3)) { home.time.wallClock }
      let device = try await home.pair(ring, name: "ring", wearer: "Zoë")
      _ = try await home.engine.sync(device)
      let source = try RowJournal(home.journal)
      let tables = ["coverage", "derived", "night", "sample", "total"]
      let given = try source.rows(of: ["wearer", "device", "session", "characteristic", "frame", "clock", "setting"])
      let line = try String(decoding: JSONEncoder().encode(Request(journal: given)), as: UTF8.self)
      // Twice: a worker's second row starts from nothing.
      let answers = try await compute([line, line])
      #expect(answers.count == 2 && answers[0] == answers[1])
      let result = try #require(try json(answers[0])["result"] as? [String: [String: [Any]]])
      let expected = try #require(
        JSONSerialization.jsonObject(with: JSONEncoder().encode(source.rows(of: tables))) as? [String: [String: [Any]]])
      for table in tables {
        let (found, wanted) = (try #require(result[table]), try #require(expected[table]))
        #expect(!(found.values.first ?? []).isEmpty, "\(table)")
        // The numbers of statements are assigned again.
        for column in wanted.keys where !["id", "statement", "inputs"].contains(column) {
          #expect((found[column] as NSArray?) == (wanted[column] as NSArray?), "\(table).\(column)")
        }
      }
    }
  }

  private struct Request: Encodable {
    let id = 1
    let task = "rebuild"
    let journal: JournalRows
  }

  @Test func `computes heart rates and steps as halo analyze does`() async throws {
    let folder = try TemporaryFolder()
    let times = (0..<1000).map { Double($0) / 25 }
    let light = times.map { (1000 + 50 * sin($0 * 2 * .pi * 1.2) + 9 * sin($0 * 40)).rounded() }
    let axis = times.map { ((sin($0 * 2 * .pi * 1.9) * 0.4 + 1) * 1000).rounded() / 1000 }
    let rows = zip(light, axis).map { "\($0),\($1),0.1,0.2" }
    try ("ppg,x,y,z\n" + rows.joined(separator: "\n") + "\n").write(
      toFile: folder.path("signal.csv"), atomically: true, encoding: .utf8)
    let still = Array(repeating: 0.1, count: 1000)
    let columns: [String: [Double]] = ["ppg": light, "x": axis, "y": still, "z": still.map { $0 * 2 }]
    let signal = try String(decoding: JSONEncoder().encode(columns), as: UTF8.self)
    let answers = try await compute([
      #"{"task":"heart-rate","signal":{"rate":25,"columns":\#(signal)}}"#,
      #"{"task":"steps","signal":{"rate":25,"columns":\#(signal)}}"#,
    ])
    let file = folder.path("signal.csv")
    let windows = try await Program.run(["analyze", "heart-rate", file, "--ppg", "ppg", "--rate", "25", "--json"]).lines
      .map(
        json)
    let found = try #require(
      (try json(answers[0])["result"] as? [[String: Any]])?.first?["windows"] as? [String: [Any]])
    #expect(windows.count > 10)
    #expect(found["bpm"] as NSArray? == windows.map { $0["bpm"] ?? NSNull() } as NSArray)
    #expect(found["start"] as NSArray? == windows.map { $0["start"] ?? NSNull() } as NSArray)
    #expect(found["confidence"] as NSArray? == windows.map { $0["confidence"] ?? NSNull() } as NSArray)
    let steps = try json(
      try #require(try await Program.run(["analyze", "steps", file, "--rate", "25", "--json"]).lines.first))
    let counted = try #require((try json(answers[1])["result"] as? [[String: Any]])?.first?["answer"] as? [String: Any])
    #expect(counted as NSDictionary == steps as NSDictionary)
    #expect(counted["steps"] as? Int ?? 0 > 0)
  }

  @Test func `stages epochs, and gives the reason if there are too few`() async throws {
    let movement = (0..<200).map { $0 % 40 < 3 ? 30 : 0 }
    let answers = try await compute([
      #"{"task":"sleep-stages","epochs":{"movement":\#(movement)}}"#,
      #"{"task":"sleep-stages","epochs":{"movement":[1,null,3]}}"#,
    ])
    let stages = try #require(try json(answers[0])["result"] as? [String: Any])
    #expect((stages["stage"] as? [String])?.count == 200 && (stages["confidence"] as? [Any])?.count == 200)
    let refused = try #require(try json(answers[1])["result"] as? [String: Any])
    #expect((refused["reason"] as? String)?.contains("too few") == true)
  }

  @Test func `leaves no file behind`() async throws {
    let folder = try TemporaryFolder()
    let line = #"{"task":"rebuild","journal":{"wearer":{"id":[1],"name":["a"],"created":[0]}}}"#
    #expect(try await Program.run(["worker", "--temporary", folder.path("")], input: line).lines.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
  }

  @Test func `refuses a temporary folder that does not exist`() async throws {
    let result = try await Program.run(["worker", "--temporary", "/no/such"])
    #expect(result.status == 64 && result.problems.contains("/no/such"))
  }

  @Test func `answers every line of damaged requests`() async throws {
    let rows = try await SimulatedHome.run(registry: .bundled) { home in
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 3)) { home.time.wallClock }
      _ = try await home.engine.sync(try await home.pair(ring, name: "ring", wearer: "me"))
      return try RowJournal(home.journal).rows(of: [
        "wearer", "device", "session", "characteristic", "frame", "clock", "setting", "statement", "sample", "night",
      ])
    }
    let whole = try Array(JSONEncoder().encode(Request(journal: rows)))
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HALO_FUZZ_COUNT"].flatMap { Int($0) } ?? 60
    var random = SeededGenerator(seed: environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 5)
    // A worker for each 60 lines.
    for _ in 0..<max(1, count / 60) { try await computeDamaged(whole, &random) }
  }

  private func computeDamaged(_ whole: [UInt8], _ random: inout SeededGenerator) async throws {
    let lines = (0..<60).map { _ in
      var line = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line[place] = UInt8(ascii: "9")
        case 1: line.remove(at: place)
        case 2: line[place] = UInt8.random(in: 32..<127, using: &random)
        default: line.insert(contentsOf: "-99999999999".utf8, at: place)
        }
      }
      return String(decoding: line, as: UTF8.self)
    }
    let answers = try await compute(lines + [Self.battery])
    #expect(answers.count == 61 && answers.last == Self.batteryAnswer)
    #expect(answers.contains { $0.contains("\"error\"") })
  }
}
