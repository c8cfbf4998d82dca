import HaloText
import HaloTesting
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInterchange
import HaloSimulatedRadio
import Testing

@testable import HaloEngine
@testable import HaloJournal

@Suite struct ImportTests {
  private static let address = "C3:48:9A:00:00:77"
  private static let header = ExportedLine.header

  private func importing(_ lines: [String], into journal: Journal) throws -> [ImportSummary.Source] {
    try journal.keep(
      export: ([Self.header] + lines).joined(separator: "\n"), name: "file.csv", at: Moment.noon
    ).sources
  }

  private func rate(_ minute: Int, identifier: String) -> String {
    "2026-06-01T08:0\(minute):00+02:00,,heart-rate,67,bpm,log,ring,\(identifier),me,0,"
  }

  @Test func `an address in lower case is the same device`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    // A file may have both spellings.
    #expect(
      try importing(
        [rate(1, identifier: Self.address.lowercased()), rate(2, identifier: Self.address)], into: journal
      ).map(\.new) == [2])
    #expect(try journal.allDevices().map(\.identifier.text) == [Self.address])
    let uuid = "8f3c1e7a-0d5b-4c9e-9a43-1b6f2d7c8e90"
    _ = try importing([rate(1, identifier: uuid)], into: journal)
    #expect(try journal.allDevices().last?.identifier.text == uuid.uppercased())
    // Text that is not an address is not changed.
    _ = try importing([rate(1, identifier: "my ring")], into: journal)
    #expect(try journal.allDevices().last?.identifier.text == "my ring")
  }

  @Test func `finds and pairs a device that an older version imported in lower case`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let old = DeviceID(Self.address.lowercased())
    _ = try journal.keep(
      [.sample(.heartRate, 60, start: Moment.noon, length: 0, .log)], of: old, name: "ring", family: "import",
      wearer: "me", from: "file", at: Moment.noon)
    _ = try importing([rate(1, identifier: Self.address)], into: journal)
    let address = DeviceID(Self.address)
    let captured = try journal.deviceOfCapture(
      address, family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
    let paired = try journal.pair(address, family: "colmi-ring", name: "ring", wearer: "me", at: Moment.noon)
    #expect(paired.id == captured.id)
    #expect(try journal.allDevices().map(\.identifier) == [address])
    #expect(try journal.samples(of: .heartRate, in: .allTime).count == 2)
  }

  @Test func `leaves out and names lines outside the bounds, and imports the others`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let good = rate(1, identifier: Self.address)
    let night = "2026-06-01T00:00:00+02:00"
    let lines = [
      Self.header, good.replacing("2026", with: "0001"), good, good.replacing("2026", with: "2027"),
      good.replacing("+02:00,,", with: "+02:00,9999-12-31T23:59:59+00:00,"), good.replacing(",67,", with: ",670,"),
      rate(2, identifier: ""), rate(3, identifier: String(repeating: "7", count: 15_000)),
      rate(4, identifier: Self.address).replacing(",ring,", with: ",ri\u{0}ng,"),
      "\(night),2032-06-01T00:00:00+02:00,sleep-stage,light,,log,ring,\(Self.address),me,0,night \(night)",
    ]
    let found = try journal.keep(export: lines.joined(separator: "\n"), name: "file.csv", at: Moment.noon)
    #expect(found.sources.map(\.new) == [1])
    #expect(found.refused.count == 8)
    #expect(
      found.refused.words.english.hasPrefix(
        "line 2 (before 2000-01-01), line 4 (in the future), line 5 (too long), line 6 (an impossible value), line 7 (a name"
      ))
    #expect(found.refused.words.english.contains("line 10 (too long)"))
    // A file without any valid line is refused.
    #expect(throws: ImportError.self) { try importing([lines[1]], into: journal) }
    #expect(throws: ImportError.self) { try importing([good, "nonsense"], into: journal) }
  }

  @Test(arguments: ["0001", "1500", "2000", "9999"])
  func `a sample from a distant year does not cause all days in between to be computed`(year: String) throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    // As an older version stored it.
    let moment = try #require(Moment("\(year)-01-02T08:15:00+00:00"))
    let entries = [moment, Moment.noon].map { ImportedEntry.sample(.heartRate, 70, start: $0, length: 0, .log) }
    _ = try journal.keep(
      entries, of: DeviceID(Self.address), name: "ring", family: "import", wearer: "me", from: "file",
      at: Moment.noon)
    let keeper = DerivedMetricsUpdater(journal)
    try keeper.updateAll("me")
    let computed = Set(
      try journal.derived(
        of: "me",
        in: Moment(milliseconds: -1 << 50, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 52, secondsFromGMT: 0)
      )
      .map(\.start.wallClock.date))
    let today = Moment.noon.wallClock.date
    #expect(computed.contains(today) && computed.count <= 64)
    let known = try #require(try journal.knownDays(of: "me", notAfter: today))
    #expect(known.upperBound == today)
    #expect(known.lowerBound == (year == "2000" ? moment.wallClock.date : today))
    let days = try keeper.computedDays(of: "me", from: known.lowerBound, to: today).reduce(0) {
      $0 + $1.upperBound.daysSince1970 - $1.lowerBound.daysSince1970 + 1
    }
    #expect(days == (year == "2000" ? 64 : 1))
    let part = try keeper.rebuild()
    #expect(part.before == part.same && part.after == part.same)
  }

  @Test func `removes days that an older version computed before the first day of data`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try importing([rate(1, identifier: Self.address)], into: journal)
    let old = try #require(Moment("0001-11-20T00:00:00+00:00"))
    try journal.keep(
      [DerivedValue(.dailySteps, 7, start: old, length: 86_400_000, algorithm: "old", version: 0, inputs: [])], of: "me"
    )
    // The update to this version marks all values.
    try journal.write { try $0.execute(sql: "UPDATE wearer SET outdated = 0") }
    try DerivedMetricsUpdater(journal).update("me", since: nil)
    let first = Moment(milliseconds: old.milliseconds - 1, secondsFromGMT: 0)
    #expect(try journal.derived(of: "me", in: first..<Moment.noon).allSatisfy { $0.start > old })
  }

  @Test func `rejects long names and names with control characters`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let id = DeviceID(Self.address)
    func pair(_ name: String, advertised: String? = nil, wearer: String = "me") throws -> Device {
      try journal.pair(
        id, family: "colmi-ring", name: name, advertisedName: advertised, wearer: wearer, at: Moment.noon)
    }
    let long = String(repeating: "n", count: 201)
    for name in ["", "a\u{202E}b", "a\u{7}", long] {
      #expect(throws: JournalError.badName) { try pair(name) }
      #expect(throws: JournalError.badName) { try pair("ring", wearer: name) }
    }
    let device = try pair("ring", advertised: "R12\u{1B}_\u{202E}1")
    #expect(device.advertisedName == "R12_1")
    #expect(throws: JournalError.badName) { try journal.rename(device, to: "a\u{0}b") }
  }

  @Test(arguments: ["=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(1,1)", "'=1", "''+1", "'s ring", "ring"])
  func `a name that is a formula is prefixed with an apostrophe in CSV and read back unchanged`(name: String) throws {
    let folder = try TemporaryFolder()
    func export(_ journal: Journal) throws -> String {
      var text = ""
      try journal.export(in: .allTime, metrics: Metric.known, sleep: true) { text += ExportedLine($0).csv }
      return text
    }
    let journal = try Journal(path: folder.path("journal.sqlite"))
    _ = try journal.keep(
      [.sample(.skinTemperature, -3.5, start: Moment.noon, length: 0, .log)], of: DeviceID("A"), name: name,
      family: "import", wearer: name, from: "file", at: Moment.noon)
    let text = try export(journal)
    let isFormula = !["'s ring", "ring"].contains(name)
    let cell = (isFormula ? "'" : "") + name
    #expect(text.contains(cell.contains(",") ? ",\"\(cell)\",A," : ",\(cell),A,") && text.contains(",-3.5,"))
    let other = try Journal(path: folder.path("other.sqlite"))
    _ = try importing(text.split(separator: "\n").map(String.init), into: other)
    #expect(try other.allDevices().map(\.name) == [name] && other.wearers() == [name])
    #expect(try export(other) == text)
  }

  @Test func `exports and imports the doubtful mark of a sleep`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let start = "2026-06-01T00:00:00+02:00"
    let middle = "2026-06-01T04:00:00+02:00"
    let lines = [
      "\(start),\(middle),sleep-stage,light,,log,ring,\(Self.address),me,1,night \(start)",
      "\(middle),2026-06-01T07:00:00+02:00,sleep-stage,deep,,log,ring,\(Self.address),me,1,night \(start)",
    ]
    _ = try importing(lines, into: journal)
    var exported: [String] = []
    try journal.export(in: .allTime, metrics: [], sleep: true) { row in exported.append(ExportedLine(row).csv) }
    #expect(exported == lines.map { $0 + "\n" })
  }

  @Test func `a sleep reported by the device replaces overlapping imported ones`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      func sleeps() throws -> [(start: Int, isImported: Bool)] {
        try home.journal.read { db in
          try Row.fetchAll(db, sql: "SELECT start, import IS NOT NULL FROM night WHERE kind = 'night' ORDER BY start")
            .map { ($0[0], $0[1]) }
        }
      }
      func keep(_ start: Int, minutes: Int) throws -> Int {
        try home.journal.keep(
          [
            .sleep(
              .night, start: Moment(milliseconds: start, secondsFromGMT: 8 * 3600),
              stages: [.init(stage: .light, minutes: minutes)])
          ], of: home.device.identifier, name: "ring", family: "colmi-ring", wearer: "me", from: "file",
          at: Moment.noon)
      }
      _ = try await home.engine.sync(home.device)
      let synced = try sleeps()
      let last = try #require(synced.last)
      #expect(synced.count > 3)
      // Not stored: one minute later, and overlapping the beginning. Stored: one at a time without a sleep.
      #expect(try keep(last.start + 60_000, minutes: 300) == 0)
      #expect(try keep(last.start - 60 * 60_000, minutes: 90) == 0)
      let other = last.start - 30 * 86_400_000
      #expect(try keep(other, minutes: 300) == 1)
      #expect(try sleeps().map(\.start) == [other] + synced.map(\.start))
      // In reverse order: an imported sleep is deleted when the device reports the night.
      try home.journal.forget(home.device, withData: true, at: Moment.noon)
      for sleep in synced { #expect(try keep(sleep.start + 60_000, minutes: 60) == 1) }
      #expect(try keep(other, minutes: 300) == 1)
      let again = try home.journal.pair(
        home.device.identifier, family: home.device.family, name: "ring", wearer: "me", at: Moment.noon)
      _ = try await home.engine.sync(again)
      #expect(try sleeps().filter(\.isImported).map(\.start) == [other])
      #expect(try sleeps().map(\.start) == [other] + synced.map(\.start))
      _ = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try sleeps().map(\.start) == [other] + synced.map(\.start))
    }
  }
}
