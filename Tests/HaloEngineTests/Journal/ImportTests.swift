import GRDB
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import Testing

@testable import HaloJournal

@Suite struct ImportTests {
  private static let address = "C3:48:9A:00:00:77"
  private static let header = ExportedLine.header

  private func importing(_ lines: [String], into journal: Journal) throws -> [FileImport.Outcome] {
    try FileImport(into: journal, wearer: "me", now: JournalHome.noon).readExport(
      ([Self.header] + lines).joined(separator: "\n"), name: "file.csv")
  }

  private func rate(_ minute: Int, identifier: String) -> String {
    "2026-06-01T08:0\(minute):00+02:00,,heart-rate,67,bpm,log,ring,\(identifier),me,0,"
  }

  @Test func `an address in small letters is the same device`() throws {
    let folder = try Folder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    // A file may have both.
    #expect(
      try importing(
        [rate(1, identifier: Self.address.lowercased()), rate(2, identifier: Self.address)], into: journal
      ).map(\.new) == [2])
    #expect(try journal.allDevices().map(\.identifier.text) == [Self.address])
    let uuid = "8f3c1e7a-0d5b-4c9e-9a43-1b6f2d7c8e90"
    _ = try importing([rate(1, identifier: uuid)], into: journal)
    #expect(try journal.allDevices().last?.identifier.text == uuid.uppercased())
    // What is no address stays as it is.
    _ = try importing([rate(1, identifier: "my ring")], into: journal)
    #expect(try journal.allDevices().last?.identifier.text == "my ring")
  }

  @Test func `a device that an older Halo imported in small letters is found and paired`() throws {
    let folder = try Folder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let old = DeviceID(Self.address.lowercased())
    _ = try journal.keep(
      [.sample(.heartRate, 60, start: JournalHome.noon, length: 0, .log)], of: old, name: "ring", family: "import",
      wearer: "me", from: "file", at: JournalHome.noon)
    _ = try importing([rate(1, identifier: Self.address)], into: journal)
    let address = DeviceID(Self.address)
    let captured = try journal.deviceOfCapture(
      address, family: "colmi-ring", name: "ring", wearer: "me", at: JournalHome.noon)
    let paired = try journal.pair(address, family: "colmi-ring", name: "ring", wearer: "me", at: JournalHome.noon)
    #expect(paired.id == captured.id)
    #expect(try journal.allDevices().map(\.identifier) == [address])
    #expect(try journal.samples(of: .heartRate, in: JournalHome.ever).count == 2)
  }

  @Test func `the doubtful time of a sleep is exported and imported`() throws {
    let folder = try Folder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let start = "2026-06-01T00:00:00+02:00"
    let middle = "2026-06-01T04:00:00+02:00"
    let lines = [
      "\(start),\(middle),sleep-stage,light,,log,ring,\(Self.address),me,1,night \(start)",
      "\(middle),2026-06-01T07:00:00+02:00,sleep-stage,deep,,log,ring,\(Self.address),me,1,night \(start)",
    ]
    _ = try importing(lines, into: journal)
    var exported: [String] = []
    try journal.export(in: JournalHome.ever, metrics: [], sleep: true) { row in exported.append(ExportedLine(row).csv) }
    #expect(exported == lines.map { $0 + "\n" })
  }

  @Test func `a sleep that the device reported takes the place of imported ones that overlap it`() async throws {
    let folder = try Folder()
    try await Simulation.run { clock in
      let home = try await JournalHome(clock, folder)
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
          at: JournalHome.noon)
      }
      _ = try await home.engine.sync(home.device)
      let synced = try sleeps()
      let last = try #require(synced.last)
      #expect(synced.count > 3)
      // One minute later, and over its beginning: not kept. One that is not there: kept.
      #expect(try keep(last.start + 60_000, minutes: 300) == 0)
      #expect(try keep(last.start - 60 * 60_000, minutes: 90) == 0)
      let other = last.start - 30 * 86_400_000
      #expect(try keep(other, minutes: 300) == 1)
      #expect(try sleeps().map(\.start) == [other] + synced.map(\.start))
      // The other way round: what is imported first goes when the device reports the night.
      try home.journal.forget(home.device, withData: true, at: JournalHome.noon)
      for sleep in synced { #expect(try keep(sleep.start + 60_000, minutes: 60) == 1) }
      #expect(try keep(other, minutes: 300) == 1)
      let again = try home.journal.pair(
        home.device.identifier, family: home.device.family, name: "ring", wearer: "me", at: JournalHome.noon)
      _ = try await home.engine.sync(again)
      #expect(try sleeps().filter(\.isImported).map(\.start) == [other])
      #expect(try sleeps().map(\.start) == [other] + synced.map(\.start))
      _ = try Reader(home.journal).rebuild()
      #expect(try sleeps().map(\.start) == [other] + synced.map(\.start))
    }
  }
}
