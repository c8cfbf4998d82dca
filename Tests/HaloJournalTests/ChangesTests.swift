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
