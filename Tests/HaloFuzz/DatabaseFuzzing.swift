import HaloText
import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads mutated databases: imports files of other programs, opens, restores and merges journals, and checks invariants.
struct DatabaseFuzzing {
  /// The results for the files.
  struct Findings: Sendable {
    var importedCount = 0
    var readCount = 0
    var refusedCount = 0
    var longest = Duration.zero
    /// The journal with the most imported data.
    var journal: Data?
    /// Some readable changed journals, for later syncs.
    var changedJournals: [Data] = []

    mutating func add(_ other: Findings) {
      importedCount += other.importedCount
      readCount += other.readCount
      refusedCount += other.refusedCount
      longest = max(longest, other.longest)
      changedJournals += other.changedJournals
      if other.journal?.count ?? 0 > journal?.count ?? 0 { journal = other.journal }
    }
  }

  private enum Outcome { case imported, read, refused }

  /// Syncs a ring into changed journals.
  ///
  /// Checked: the sync succeeds, or the journal is rejected.
  static func syncChanged(_ found: Findings, in folder: TemporaryFolder) async throws -> String {
    let path = folder.path("changed-sync.sqlite")
    var syncedCount = 0
    for bytes in found.changedJournals {
      folder.removeDatabase(path)
      try bytes.write(to: URL(filePath: path))
      do {
        try await SyncTimes.sync(try Journal(path: path))
        syncedCount += 1
      } catch let error where error is JournalError || error is ImplausibleClock {
        continue
      } catch {
        throw FuzzFailure(description: "a sync: \(error)\n\(Hexadecimal.string([UInt8](bytes)))")
      }
    }
    folder.removeDatabase(path)
    return "\(syncedCount) of \(found.changedJournals.count) changed journals synced"
  }

  /// The number of parts that run in parallel. The files do not depend on the number of processors.
  private static let partCount = 4
  /// The number of files imported into one journal.
  private static let importsInJournal = 20
  /// The number of changed journals of each part that are synced.
  private static let synced = 10
  /// One in this many files is imported completely; the others only until a journal would be opened.
  private static let importedWhole = 8

  private let folder: TemporaryFolder
  private let fixtures: DatabaseFixtures
  /// An empty journal.
  private let empty: Data
  private let part: Int
  private var findings = Findings()
  private var journal: Journal?
  private var imports = 0

  /// Reads `count` files, in parallel on all processors.
  static func run(count: Int, seed: UInt64, in folder: TemporaryFolder) async throws -> Findings {
    let fixtures = try await DatabaseFixtures(seed: seed, in: folder)
    let path = folder.path("template.sqlite")
    try Journal(path: path).backUp(to: path + ".copy")
    let empty = try Data(contentsOf: URL(filePath: path + ".copy"))
    return try await withThrowingTaskGroup(of: Findings.self) { group in
      for part in 0..<partCount {
        let share = count * (part + 1) / partCount - count * part / partCount
        group.addTask {
          var fuzzing = DatabaseFuzzing(folder: folder, fixtures: fixtures, empty: empty, part: part)
          do { try fuzzing.run(count: share, seed: seed &* 1000 &+ UInt64(part)) } catch {
            throw FuzzFailure(description: "seed \(seed), part \(part): \(error)")
          }
          return fuzzing.findings
        }
      }
      return try await group.reduce(into: Findings()) { $0.add($1) }
    }
  }

  private init(folder: TemporaryFolder, fixtures: DatabaseFixtures, empty: Data, part: Int) {
    (self.folder, self.fixtures, self.empty, self.part) = (folder, fixtures, empty, part)
  }

  private mutating func run(count: Int, seed: UInt64) throws {
    var mutator = DatabaseMutator(seed: seed)
    for number in 0..<count {
      // Reading a whole journal takes longer.
      let isClient = number % 3 > 0
      let bytes = mutator.next(of: isClient ? fixtures.clients : fixtures.journals)
      do {
        var outcome = Outcome.refused
        let time = try Limits.measure("reading") {
          outcome = isClient ? try readClient(bytes, number) : try readJournal(bytes, number / 3)
        }
        findings.longest = max(findings.longest, time)
        if !isClient, outcome == .read, number % 5 == 0, findings.changedJournals.count < Self.synced {
          findings.changedJournals.append(Data(bytes))
        }
        switch outcome {
        case .imported: findings.importedCount += 1
        case .read: findings.readCount += 1
        case .refused: findings.refusedCount += 1
        }
      } catch {
        throw FuzzFailure(
          description:
            "input \(number), a \(isClient ? "file of colmi_r02_client" : "journal"): \(error)\n\(Hexadecimal.string(bytes))"
        )
      }
    }
    try endJournal()
  }

  // MARK: Files of colmi_r02_client

  private mutating func readClient(_ bytes: [UInt8], _ number: Int) throws -> Outcome {
    let path = folder.path("client-\(part).sqlite")
    defer { folder.removeDatabase(path) }
    // The file stays there if this program traps.
    try Data(bytes).write(to: URL(filePath: path))
    if imports >= Self.importsInJournal { try endJournal() }
    if journal == nil {
      let own = folder.path("own-\(part).sqlite")
      try empty.write(to: URL(filePath: own))
      journal = try Journal(path: own)
    }
    do {
      let file = try ImportFile(path: path, name: "file")
      guard case .reader(let reader) = file.contents else { return .refused }
      let read = try FileImport(
        reading: reader, name: "file", beside: folder.path("client-\(part).draft"), wearer: "me", now: SyncTimes.now)
      guard let journal, number % Self.importedWhole == 0 else { return .read }
      let found = try read.keep(in: journal)
      guard found.refused.words.english.utf8.count < 1500 else { throw FuzzFailure(description: "its report is long") }
      imports += 1
      return .imported
    } catch let error where error is ImportError || error is JournalError {
      return .refused
    }
  }

  /// Reads the journal into which files were imported.
  private mutating func endJournal() throws {
    guard let journal else { return }
    let copy = folder.path("own-\(part).copy")
    _ = try Limits.measure("reading a day of imported data") { try JournalReading.today(journal) }
    try JournalReading.everything(journal)
    try journal.backUp(to: copy)
    let bytes = try Data(contentsOf: URL(filePath: copy))
    if bytes.count > findings.journal?.count ?? 0 { findings.journal = bytes }
    self.journal = nil
    imports = 0
    folder.removeDatabase(copy)
    folder.removeDatabase(folder.path("own-\(part).sqlite"))
  }

  // MARK: Journals

  /// Opens a file as a journal, or restores it as a backup first, and reads it.
  private func readJournal(_ bytes: [UInt8], _ number: Int) throws -> Outcome {
    let path = folder.path("journal-\(part).sqlite")
    let restored = folder.path("restored-\(part).sqlite")
    defer {
      folder.removeDatabase(path)
      folder.removeDatabase(restored)
    }
    try Data(bytes).write(to: URL(filePath: path))
    if number % 4 == 2 { return try mergeJournal(path) }
    do {
      let isBackup = number % 2 == 1
      if isBackup { _ = try Journal.restore(path, to: restored, replacing: false) }
      let journal = try Journal(path: isBackup ? restored : path)
      try JournalReading.today(journal, withGaps: number % 4 == 0)
      try JournalReading.everything(journal, metrics: (0..<6).map { Metric.known[number % 3 + 3 * $0] })
      if number % 8 == 0 {
        let line = "2026-11-10T08:00:00+01:00,,heart-rate,67,bpm,log,ring,\(SyncTimes.device),me,0,"
        _ = try journal.keep(export: line, at: SyncTimes.now)
      }
      return .read
    } catch let error where error is JournalError || error is RestoreError || error is ImplausibleClock {
      return .refused
    }
  }

  /// Merges a file into an empty journal, and reads that.
  private func mergeJournal(_ path: String) throws -> Outcome {
    let own = folder.path("merged-\(part).sqlite")
    defer { folder.removeDatabase(own) }
    try empty.write(to: URL(filePath: own))
    let journal = try Journal(path: own)
    do {
      _ = try JournalMerge(path, name: "file", into: own, .bundled, now: SyncTimes.now).run(into: journal)
    } catch let error where error is JournalError || error is MergeError {
      return .refused
    }
    // A merged journal is a usable one.
    try JournalReading.today(journal)
    try JournalReading.everything(journal)
    return .imported
  }
}
