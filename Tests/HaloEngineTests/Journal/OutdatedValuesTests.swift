import GRDB
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInsights
import HaloInterchange
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import Testing

@testable import HaloEngine
@testable import HaloJournal

/// Programs that are terminated between the change of data and the computation of values.
@Suite("Outdated values")
struct OutdatedValuesTests {
  private static let first = CalendarDate(daysSince1970: 20_100)
  private static let now = Moment(milliseconds: (20_100 + 300) * 86_400_000, secondsFromGMT: 0)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Days of an app, more than are computed at once.
  private static func lines(_ app: String, days: Range<Int> = 0..<150, steps: Int = 900) -> String {
    var text = ExportedLine.header + "\n"
    for day in days {
      let date = first.adding(days: day)
      let night = "\(date)T01:00:00+00:00"
      text += "\(night),\(date)T07:\(10 + day % 40):00+00:00,sleep-stage,light,,log,\(app),\(app),me,0,night \(night)\n"
      for hour in 10..<20 {
        text += "\(date)T\(hour):00:00+00:00,,heart-rate,\(61 + (hour * day) % 30),bpm,log,\(app),\(app),me,0,\n"
        text +=
          "\(date)T\(hour):00:00+00:00,\(date)T\(hour):30:00+00:00,steps,\(steps + day),steps,log,\(app),\(app),me,0,\n"
      }
    }
    return text
  }

  private func journal(_ name: String) throws -> Journal { try Journal(path: folder.path("\(name).sqlite")) }

  /// Imports a file as a program that is terminated before it computes anything.
  private func importAndStop(_ text: String, _ journal: Journal) throws {
    let draft = try ImportDraft(beside: journal.path, wearer: "me", now: Self.now)
    try ExportReader(MemoryBytes(text), name: "app.csv").read(into: draft)
    _ = try journal.keep(draft, from: "app.csv", format: "halo", at: Self.now)
  }

  private func values(_ journal: Journal) throws -> Set<DerivedValue> {
    Set(try journal.derived(of: "me", in: .allTime))
  }

  private func state(_ journal: Journal) throws -> DerivedState? {
    try journal.derivedStates(generation: InsightAlgorithm.generation).first { $0.wearer == "me" }
  }

  private func hasOutdated(_ journal: Journal) throws -> Bool { try state(journal)?.outdatedSince != nil }

  @Test func `a journal without a device has all values after the same import again`() throws {
    let whole = try journal("whole")
    _ = try whole.keep(export: Self.lines("app"), name: "app.csv", at: Self.now)
    let wanted = try values(whole)
    #expect(wanted.count > 600)
    let killed = try journal("killed")
    try importAndStop(Self.lines("app"), killed)
    #expect(try values(killed).isEmpty && hasOutdated(killed))
    let again = try killed.keep(export: Self.lines("app"), name: "app.csv", at: Self.now)
    #expect(again.sources.allSatisfy { $0.new == 0 })
    #expect(try values(killed) == wanted)
    #expect(try !hasOutdated(killed))
  }

  @Test func `a merge, an undo and a priority that were not computed are computed by the next program`() throws {
    let journal = try journal("journal")
    _ = try journal.keep(export: Self.lines("watch", days: 0..<40), name: "watch.csv", at: Self.now)
    func check(_ what: Comment) throws {
      let updater = DerivedMetricsUpdater(journal)
      #expect(try hasOutdated(journal), what)
      try updater.updateOutdated()
      let found = try values(journal)
      _ = try updater.rebuild()
      #expect(try found == values(journal) && !hasOutdated(journal), what)
    }
    let before = try values(journal)
    let other = try self.journal("other")
    _ = try other.keep(export: Self.lines("phone", days: 30..<70, steps: 2000), name: "phone.csv", at: Self.now)
    let source = try MergeSource(other.path, name: "other", beside: journal.path)
    _ = try journal.merge(source, at: Self.now, families: []) { _, _, _ in throw CancellationError() }
    try check("merge")
    let watch = try #require(try journal.allDevices().first { $0.identifier.text == "watch" })
    try journal.prioritize([watch], for: .movement, of: "me")
    try check("priority")
    try journal.prioritize([], for: .movement, of: "me")
    let run = try #require(try journal.importRuns().first { $0.file == "phone.csv" })
    _ = try journal.undo(run, families: []) { _, _, _ in throw CancellationError() }
    try check("undo")
    #expect(try values(journal) == before)
    try journal.forget(watch, withData: true, at: Self.now)
    try DerivedMetricsUpdater(journal).updateOutdated()
    #expect(try values(journal).isEmpty && !hasOutdated(journal))
  }

  @Test func `values stay outdated if a computation ends half-way`() throws {
    let journal = try journal("journal")
    try importAndStop(Self.lines("app"), journal)
    let whole = try self.journal("whole")
    _ = try whole.keep(export: Self.lines("app"), name: "app.csv", at: Self.now)
    // The first 120 days are computed and stored.
    let earlier = try #require(try state(journal))
    let part = try values(whole).filter { $0.start.wallClock.date < Self.first.adding(days: 120) }
    try journal.replaceDerived(
      with: Array(part), of: "me", from: Self.first, to: Self.first.adding(days: 119), computedFrom: earlier)
    #expect(try hasOutdated(journal))
    try DerivedMetricsUpdater(journal).updateOutdated()
    #expect(try values(journal) == values(whole))
  }

  @Test func `values that were computed from earlier data are outdated`() throws {
    let journal = try journal("journal")
    _ = try journal.keep(export: Self.lines("app"), name: "app.csv", at: Self.now)
    // A program reads the data; another one imports and computes; the first one stores what it computed.
    try importAndStop(Self.lines("app", days: 3..<4), journal)
    let earlier = try #require(try state(journal))
    _ = try journal.keep(export: Self.lines("band", days: 5..<90, steps: 3000), name: "band.csv", at: Self.now)
    let wanted = try values(journal)
    #expect(try !hasOutdated(journal))
    let day = Self.first.adding(days: 17)
    try journal.replaceDerived(with: [], of: "me", from: day, to: day, computedFrom: earlier)
    #expect(try state(journal)?.outdatedSince == day)
    try DerivedMetricsUpdater(journal).updateOutdated()
    #expect(try values(journal) == wanted)
  }

  @Test func `a mark is not removed by a program that did not read the data`() throws {
    let journal = try journal("journal")
    try importAndStop(Self.lines("app", days: 0..<9), journal)
    let earlier = try #require(try state(journal))
    try importAndStop(Self.lines("band", days: 0..<9), journal)
    #expect(try !journal.markUpToDate(earlier))
    #expect(try state(journal)?.outdatedSince != nil)
  }

  @Test func `other versions of the algorithms make all values outdated`() throws {
    let journal = try journal("journal")
    _ = try journal.keep(export: Self.lines("app", days: 0..<30), name: "app.csv", at: Self.now)
    let wanted = try values(journal)
    try journal.write { try $0.execute(sql: "UPDATE derived SET value = value + 4; UPDATE wearer SET generation = 7") }
    try DerivedMetricsUpdater(journal).updateOutdated()
    #expect(try values(journal) == wanted)
  }

  @Test func `a sync that was killed after its data was stored is computed by the next program`() async throws {
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let wanted = try home.journal.derived(of: "me", in: .allTime).map { [$0.value, Double($0.start.milliseconds)] }
      #expect(wanted.count > 20)
      let session = try #require(
        try home.journal.read { try Int.fetchOne($0, sql: "SELECT max(id) FROM session WHERE decoder IS NOT NULL") })
      // As after the session was decoded.
      try home.journal.write { try $0.execute(sql: "DELETE FROM derived") }
      let decoder = SessionDecoder(home.journal, .bundled)
      try home.journal.apply(decoder.decode(home.journal.recordedSession(session)), toSession: session)
      #expect(try hasOutdated(home.journal))
      try DerivedMetricsUpdater(home.journal).updateOutdated()
      #expect(
        try home.journal.derived(of: "me", in: .allTime).map { [$0.value, Double($0.start.milliseconds)] } == wanted)
    }
  }
}
