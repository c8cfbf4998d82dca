import HaloText
import SystemPackage
import Testing

@testable import HaloInterchange

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Recording files")
struct SignalInputTests {
  /// All rows of a recording.
  private struct Rows {
    var times: [Double] = []
    var values: [[Double]]
    var groups: [String] = []
    var summary: SignalSummary
  }

  private static func temporary(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)").path
  }

  private static func read(_ source: any SignalSource, columns: Int) throws -> Rows {
    var rows = Rows(values: Array(repeating: [], count: columns), summary: SignalSummary(missing: []))
    rows.summary = try source.read { block in
      rows.times += block.times
      for column in 0..<columns { rows.values[column] += block.values[column] }
      rows.groups += block.groups
    }
    return rows
  }

  private static func read(
    csv text: String, _ columns: [String], group: String? = nil, clock: CSVSource.Clock = .rate(1),
    hasHeader: Bool = true
  ) throws -> Rows {
    let path = temporary("a.csv")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = CSVSource(path: path, columns: columns, group: group, clock: clock, hasHeader: hasHeader)
    return try read(source, columns: columns.count)
  }

  /// Formats numbers for comparison, including missing ones.
  private static func text(_ values: [Double]) -> String {
    values.map { $0.isNaN ? "-" : "\($0)" }.joined(separator: " ")
  }

  @Test(arguments: [
    "time, R ,G\n0,1.5,2\n1,-2.5e1,3\n", "\u{FEFF}time;R;G\r\n0;1,5;2\r\n1;-25;3\r\n",
    "time\tR\tG\n\n0\t1.5\t\n1\t-25.0\t3",
    "# made by hand\n\"time\",\"R\",\"G, second\"\n\"0\",\"1.5\",\"2\"\n1,-25,3\n",
  ])
  func `finds columns by name with any separator`(text: String) throws {
    let rows = try Self.read(csv: text, ["R"], clock: .rate(4))
    #expect(rows.values == [[1.5, -25]] && rows.times == [0, 0.25])
  }

  @Test func `columns without names are numbered from 1, or from 0 if a column 0 is requested`() throws {
    let text = "10,1,2\n20,3,4\n"
    let one = try Self.read(csv: text, ["2", "3"], clock: .column("1", .s), hasHeader: false)
    let zero = try Self.read(csv: text, ["1", "2"], clock: .column("0", .s), hasHeader: false)
    #expect(one.values == [[1, 3], [2, 4]] && one.times == [0, 10])
    #expect(zero.values == one.values && zero.times == one.times)
  }

  @Test func `an empty cell is a missing sample, and other text is an error with its line`() throws {
    let rows = try Self.read(csv: "a,b\n1,2\n,2\nNaN,2\nnull,2\n5\n", ["a"])
    #expect(Self.text(rows.values[0]) == "1.0 - - - 5.0" && rows.summary.missing == [3])
    let short = try Self.read(csv: "a,b\n1,2\n5\n", ["b"])
    #expect(Self.text(short.values[0]) == "2.0 -")
    let error = #expect(throws: SignalError.self) { try Self.read(csv: "a\n1\n2\nfoo\n", ["a"]) }
    #expect(error?.description == "line 4: 'foo' in column a is not a number" && error?.reason == .data)
    let missing = #expect(throws: SignalError.self) { try Self.read(csv: "a,b\n1,2\n", ["c"]) }
    #expect(missing?.description == "there is no column 'c'. The file has the columns a, b.")
    #expect(missing?.reason == .request)
    #expect(throws: SignalError.self) { try Self.read(csv: "", ["a"]) }
  }

  @Test func `empty lines in a one-column file are missing samples, except at its end`() throws {
    let rows = try Self.read(csv: "a\n1\n\n3\n\n\n", ["a"])
    #expect(Self.text(rows.values[0]) == "1.0 - 3.0" && rows.times == [0, 1, 2])
  }

  @Test(
    arguments: [
      (.s, "1700000000", "1700000000.5"), (.ms, "1700000000000", "1700000000500"),
      (.us, "1700000000000000", "1700000000500000"), (.ns, "2117738378638", "2118238378638"),
      (.iso, "2024-11-18 14:40:10.060", "2024-11-18T14:40:10.56Z"),
      (.iso, "2024-12-31T23:59:59.75+00:00", "2025-01-01T02:00:00.25+02:00"),
    ] as [(TimeUnit, String, String)])
  func `converts times in any unit to seconds from the first row`(unit: TimeUnit, first: String, second: String) throws
  {
    let rows = try Self.read(csv: "t,a\n\(first),1\n\(second),2\n", ["a"], clock: .column("t", unit))
    #expect(rows.times.count == 2 && rows.times[0] == 0 && abs(rows.times[1] - 0.5) < 1e-6)
  }

  @Test func `rows with an earlier time are left out, and rows with equal times are spread until the next`() throws {
    let rows = try Self.read(
      csv: "t,a\n0,1\n1,2\n0.5,3\n2,4\n2,5\n3,6\n,7\n", ["a"], clock: .column("t", .s))
    #expect(rows.times == [0, 1, 2, 2.5, 3] && rows.values[0] == [1, 2, 4, 5, 6])
    #expect(rows.summary.backwards == 1 && rows.summary.firstBackwards == 4 && rows.summary.untimed == 1)
    let still = try Self.read(csv: "t,a\n7,1\n7,2\n7,3\n", ["a"], clock: .column("t", .s))
    #expect(still.times == [0] && still.summary.backwards == 2)
  }

  @Test func `rows keep the text of the group column across many blocks`() throws {
    let lines = (0..<10_000).map { "\($0 % 2 == 0 ? "a" : "b"),\($0)" }
    let rows = try Self.read(csv: "who,n\n" + lines.joined(separator: "\n"), ["n"], group: "who", clock: .rate(2))
    #expect(rows.values[0] == (0..<10_000).map(Double.init) && rows.groups[9_999] == "b" && rows.groups.count == 10_000)
    #expect(rows.times[9_999] == 4_999.5 && rows.summary.duration == 4_999.5)
  }

  @Test(arguments: [
    "0.1", "-43597.000000001", "123456789012345678", "1e-7", "9007199254740993", "+5", "0.43597", ".5", "5.",
  ])
  func `parses numbers to the nearest value, like Swift`(text: String) throws {
    let value = Array(text.utf8).withUnsafeBytes { NumberText.number($0) }
    #expect(value == Double(text.hasSuffix(".") ? text + "0" : text))
  }

  // MARK: WFDB

  @Test(
    arguments: [
      (8, [3, 0xFF, 0x80], [3, 2, -126]), (80, [0, 128, 255], [nil, 0, 127]),
      (16, [0x01, 0x00, 0xFF, 0xFF, 0x00, 0x80], [1, -1, nil]), (61, [0x00, 0x01, 0xFF, 0xFE], [1, -2]),
      (160, [0, 0, 0, 0x80, 1, 0x80], [nil, 0, 1]), (24, [1, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0x80], [1, -1, nil]),
      (32, [2, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x80], [2, -2, nil]),
      (212, [0xE3, 0x33, 0xF3, 0x00, 0xF8, 0xFF], [0x3E3, 0x3F3, nil, -1]),
      (212, [0xE3, 0x33, 0xF3, 0x01, 0x00], [0x3E3, 0x3F3, 1]),
      (310, [0x02, 0x08, 0x04, 0x00], [1, 2, 1]), (311, [0x01, 0x08, 0x30, 0x00], [1, 2, 3]),
    ] as [(Int, [UInt8], [Int?])])
  func `reads the samples of each format, including those marked as missing`(
    format: Int, bytes: [UInt8], expected: [Int?]
  ) {
    var samples = WFDBSamples(format: format, initial: [0])
    var values: [Int?] = []
    // Read byte by byte: a chunk may end anywhere.
    for byte in bytes { samples.take([byte]) { values.append($0) } }
    samples.finish { values.append($0) }
    #expect(values == expected)
  }

  @Test func `a record has the names, rate and units of its header`() throws {
    let folder = Self.temporary("record")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let header = """
      # a remark
      r 3 125/10 2
      r.dat 16x2+1 10(100)/mV 16 0 0 0 0 ECG II
      r.dat 16 2/NU 16 4 0 0 0 PLETH
      s.dat 80 0 8 0 0 0 0 RESP
      """
    try write(Array(header.utf8), "r.hea")
    try write([9] + [110, 120, 8, 130, 140, 6].flatMap { [$0, 0] }, "r.dat")
    try write([129, 128], "s.dat")
    let ecg = try Self.read(WFDBSource(header: folder + "/r.hea", columns: ["ecg ii", "PLETH", "RESP"]), columns: 3)
    #expect(
      ecg.values == [[1, 2, 3, 4], [2, 2, 1, 1], [0.005, 0.005, 0, 0]] && ecg.times == [0, 0.004, 0.008, 0.012])
    let light = try Self.read(WFDBSource(header: folder + "/r.hea", columns: ["PLETH"]), columns: 1)
    #expect(light.values == [[2, 1]] && light.times == [0, 0.008])
    let error = #expect(throws: SignalError.self) { try WFDBSource(header: folder + "/r.hea", columns: ["V"]) }
    #expect(error?.description == "there is no signal 'V'. The record has ECG II, PLETH, RESP.")
  }

  /// Longer than a block of rows and than a chunk of either file, whose chunks end in different frames.
  @Test(arguments: [nil, 30_011, 50_000])
  func `a long record of files with different rates has each sample in its row`(declared: Int?) throws {
    let folder = Self.temporary("record")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let frames = 40_007
    let quick = (0..<3 * frames).map { Int16(truncatingIfNeeded: $0 &* 7919) | 1 }
    let slow = (0..<frames).map { UInt8($0 % 256) }
    let header = """
      r 2 50 \(declared.map { "\($0)" } ?? "")
      q.dat 16x3 2/mV 16 0 0 0 0 quick
      s.dat 80 4/NU 8 0 0 0 0 slow
      """
    try Data(header.utf8).write(to: URL(fileURLWithPath: folder + "/r.hea"))
    let bytes = quick.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    try Data(bytes).write(to: URL(fileURLWithPath: folder + "/q.dat"))
    try Data(slow).write(to: URL(fileURLWithPath: folder + "/s.dat"))
    var warnings = 0
    let source = try WFDBSource(header: folder + "/r.hea", columns: ["slow", "quick"]) { _ in warnings += 1 }
    let rows = try Self.read(source, columns: 2)
    let count = 3 * min(frames, declared ?? frames)
    #expect(rows.values[1] == quick.prefix(count).map { Double($0) / 2 })
    #expect(
      Self.text(rows.values[0])
        == Self.text((0..<count).map { slow[$0 / 3] == 0 ? .nan : (Double(slow[$0 / 3]) - 128) / 4 }))
    #expect(rows.times == (0..<count).map { Double($0) / 150 })
    #expect(rows.summary.rows == count && rows.summary.missing == [rows.values[0].count(where: \.isNaN), 0])
    #expect(warnings == (declared == 50_000 ? 1 : 0))
  }

  @Test(arguments: [
    "", "r", "r x", "r 1 -5\nr.dat 16 1", "r 2 100\nr.dat 16 1", "r/3 1 100\nr_1 10", "r 1 100\nr.dat 508 1",
    "r 1 100\nr.dat 16:3 1",
  ])
  func `an invalid or unsupported header is refused with the reason`(text: String) {
    #expect(throws: SignalError.self) { try WFDBHeader(text) }
  }

  @Test(arguments: ["../secret.dat", "/etc/passwd", "..", "~"])
  func `a header cannot name files in other folders`(name: String) throws {
    let path = Self.temporary("x.hea")
    try Data("x 1 100 5\n\(name) 16 1 0 0 0 0 0 a\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try WFDBSource(header: path, columns: ["a"])
    #expect(throws: SignalError.self) { try source.read { _ in } }
  }
}
