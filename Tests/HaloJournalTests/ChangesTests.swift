import HaloBluetooth
import HaloHealth
import HaloTesting
import Testing

@testable import HaloJournal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Changes of a journal")
struct ChangesTests {
  private let folder: TemporaryFolder
  private let journal: Journal
  /// The same journal as opened by another program: SQLite distinguishes connections, not processes.
  private let other: Journal

  init() throws {
    folder = try TemporaryFolder()
    journal = try Journal(path: folder.path("journal.sqlite"))
    other = try Journal(path: folder.path("journal.sqlite"))
  }

  @discardableResult
  private func pair(_ name: String, in journal: Journal) throws -> Device {
    try journal.pair(DeviceID(name), family: "f", name: name, wearer: "w", at: .noon)
  }

  @Test func `reports this program's changes when they are stored`() async throws {
    var changes = journal.changes().makeAsyncIterator()
    try pair("A", in: journal)
    #expect(await changes.next() != nil)
    // Several changes are combined into one.
    try journal.change(profileOf: "w") { $0.stepGoal = 9000 }
    try journal.change(profileOf: "w") { $0.stepGoal = 9500 }
    #expect(await changes.next() != nil)
  }

  @Test func `names the first day that changed since an earlier change`() throws {
    let device = try pair("A", in: journal)
    let today = Moment.noon.wallClock.date
    func apply(daysAgo: Int) throws {
      let time = Moment.noon - .days(daysAgo)
      let session = try journal.begin("sync", with: device, at: time, zone: "UTC")
      let statement = LogEntry(
        log: .heartRate,
        readings: Readings(samples: [
          Sample(
            .heartRate, 60, start: time.wallClock, source: .log, provenance: Provenance(frames: [], decoder: "test"))
        ]), days: [time.wallClock.date], metrics: [.heartRate], frames: [0], decoder: "test")
      try journal.apply(
        DecodedSession(SessionContents(statements: [statement]), decoder: "test", frames: [(1, time)]),
        toSession: session.id)
    }
    #expect(journal.dataChanges(after: 0) == (0, nil))
    for state in try journal.derivedStates(generation: 1) { #expect(try journal.markUpToDate(state)) }
    try apply(daysAgo: 0)
    let first = journal.dataChanges(after: 0)
    #expect(first.firstDay == today.adding(days: -1))
    // Neither settings, sessions nor computed values are data of a day.
    try journal.change(profileOf: "w") { $0.stepGoal = 9000 }
    _ = try journal.begin("sync", with: device, at: .noon, zone: "UTC")
    try journal.replaceDerived(with: [], of: "w", from: today, to: today)
    #expect(journal.dataChanges(after: first.count) == (first.count, nil))
    for state in try journal.derivedStates(generation: 1) { #expect(try journal.markUpToDate(state)) }
    try apply(daysAgo: 40)
    for state in try journal.derivedStates(generation: 1) { #expect(try journal.markUpToDate(state)) }
    let second = journal.dataChanges(after: first.count)
    #expect(second.firstDay == today.adding(days: -41))
    try apply(daysAgo: 1)
    #expect(journal.dataChanges(after: first.count).firstDay == today.adding(days: -41))
    #expect(journal.dataChanges(after: second.count).firstDay == today.adding(days: -2))
    try journal.erase(wearer: "w")
    #expect(try #require(journal.dataChanges(after: second.count).firstDay).daysSince1970 <= 0)
  }

  /// True if a check of the journal after `change` reports a change by another program.
  private func isSeen(looks: Int = 1, _ change: () async throws -> Void) async throws -> Bool {
    let (moments, look) = AsyncStream<Void>.makeStream()
    var changes = try await journal.externalChanges(checkedAt: moments).makeAsyncIterator()
    try await change()
    for _ in 0..<looks { look.yield() }
    look.finish()
    return await changes.next() != nil
  }

  @Test func `reports other programs' changes at the next check, not its own, and frames later`()
    async throws
  {
    let device = try pair("A", in: journal)
    let session = try other.begin("sync", with: device, at: .noon, zone: "UTC")
    #expect(try await isSeen { try pair("B", in: other) })
    #expect(try await !isSeen { try pair("C", in: journal) })
    #expect(try await isSeen { try await session.end(at: .noon, outcome: nil) })
    let live = try other.begin("live", with: device, at: .noon, zone: "UTC")
    let frame = RecordedFrame(
      device: device.identifier, direction: .received, characteristic: 0x2A37, bytes: [1],
      time: Date(timeIntervalSince1970: 1_794_484_800), zone: "UTC", secondsFromGMT: 0)
    func store() async throws {
      _ = try await live.record(frame)
      #expect(other.storeFrames(within: .seconds(60)))
    }
    #expect(try await !isSeen { try await store() })
    #expect(try await isSeen(looks: 11) { try await store() }, "something else may have changed with it")
    #expect(try await isSeen { try other.change(profileOf: "w") { $0.stepGoal = 9000 } })
  }
}
