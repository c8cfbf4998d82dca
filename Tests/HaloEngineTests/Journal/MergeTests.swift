import Foundation
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@testable import HaloJournal

@Suite("Merging journals")
struct MergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The seeds of the weeks. `HALO_MERGE_COUNT` is their number, `FUZZ_SEED` the first.
  static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + (environment["HALO_MERGE_COUNT"].flatMap { UInt64($0) } ?? 2)
  }()

  private func lines(_ journal: Journal, without other: Journal) throws -> [String] {
    let known = Set(try other.dump())
    return try journal.dump().filter { !known.contains($0) }
  }

  @Test(arguments: seeds)
  func `two journals that saw parts of a week become one that saw everything, in either order`(
    _ seed: UInt64
  ) async throws {
    let folder = try TemporaryFolder()
    let week = try await SplitWeek(seed: seed, in: folder)
    for part in week.parts { #expect(try !lines(week.complete, without: part).isEmpty, "a part that saw everything") }
    for (part, other) in [(0, 1), (1, 0)] {
      let merged = try week.merged(part, into: other, folder)
      let (missing, extra) = try (lines(week.complete, without: merged), lines(merged, without: week.complete))
      #expect(missing.isEmpty, "\(missing.count) missing: \(missing.prefix(5))")
      #expect(extra.isEmpty, "\(extra.count) wrong: \(extra.prefix(5))")
      #expect(try merged.dump().count == week.complete.dump().count)
      // Merged again, nothing changes.
      let before = try merged.dump()
      let again = try JournalMerge(week.parts[part].path, name: "other", into: merged.path, .bundled, now: week.now)
        .run(into: merged)
      #expect(!again.hasChanges)
      #expect(try merged.dump() == before)
    }
  }
}
