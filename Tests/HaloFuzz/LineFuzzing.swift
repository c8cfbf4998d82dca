import HaloText
import HaloTesting
import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloWearables

/// Imports mutated lines of exports, and checks invariants.
struct LineFuzzing {
  /// The results for the lines.
  struct Findings: Sendable {
    var takenCount = 0
    var refusedCount = 0
    var journalCount = 0
    /// Lines that were imported, for the journal that is synced later.
    var lines: [String] = []
    var longest = Duration.zero
    var longestInput = ""
    /// The longest import of one line, including its derived days, and the longest reading of a day in a journal of
    /// many lines.
    var longestImport = Duration.zero
    var longestReading = Duration.zero

    mutating func add(_ other: Findings) {
      takenCount += other.takenCount
      refusedCount += other.refusedCount
      journalCount += other.journalCount
      lines += other.lines
      if other.longest > longest { (longest, longestInput) = (other.longest, other.longestInput) }
      longestImport = max(longestImport, other.longestImport)
      longestReading = max(longestReading, other.longestReading)
    }
  }

  /// The number of parts that run in parallel. The lines do not depend on the number of processors.
  private static let partCount = 4
  private static let linesInJournal = 400
  /// One in this many lines is also imported alone.
  private static let importedAlone = 2000

  private let folder: TemporaryFolder
  private let name: String
  private var findings = Findings()
  private var batch = LineBatch()

  /// Imports `count` lines, in parallel on all processors.
  static func run(count: Int, seed: UInt64, in folder: TemporaryFolder) async throws -> Findings {
    try await withThrowingTaskGroup(of: Findings.self) { group in
      for part in 0..<partCount {
        let share = count * (part + 1) / partCount - count * part / partCount
        group.addTask {
          var fuzzing = LineFuzzing(folder: folder, name: "lines-\(part)")
          do { try fuzzing.run(count: share, seed: seed &* 1000 &+ UInt64(part)) } catch {
            throw FuzzFailure(description: "seed \(seed), part \(part): \(error)")
          }
          return fuzzing.findings
        }
      }
      return try await group.reduce(into: Findings()) { $0.add($1) }
    }
  }

  private init(folder: TemporaryFolder, name: String) {
    self.folder = folder
    self.name = name
  }

  private mutating func run(count: Int, seed: UInt64) throws {
    var mutator = LineMutator(seed: seed)
    // After a trap, this file contains the last input.
    let last = folder.path(name + ".input")
    guard FileManager.default.createFile(atPath: last, contents: nil), let file = FileHandle(forWritingAtPath: last)
    else { throw FuzzFailure(description: "\(last) cannot be written") }
    defer { try? file.close() }
    for number in 0..<count {
      let text = mutator.next()
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(text.utf8))
      var isTaken = false
      let time: Duration
      do { time = try Limits.measure("reading") { isTaken = try read(text) } } catch {
        throw failure(error, text, number)
      }
      if time > findings.longest { (findings.longest, findings.longestInput) = (time, text) }
      guard isTaken else {
        findings.refusedCount += 1
        continue
      }
      findings.takenCount += 1
      if findings.takenCount % Self.importedAlone == 0 {
        do { try importAlone(text) } catch { throw failure(error, text, number) }
      }
      batch.add(text)
      if batch.lines.count >= Self.linesInJournal { try importAll() }
    }
    if !batch.lines.isEmpty { try importAll() }
  }

  /// Reads a line as `halo import` does, until a journal would be opened.
  ///
  /// Checked: the line is accepted, or rejected with the number of a line that the text has.
  private func read(_ text: String) throws -> Bool {
    do {
      _ = try FileImport(
        reading: ExportReader(MemoryBytes(text), name: "file"), name: "file", beside: folder.path(name + ".draft"),
        wearer: "me", now: SyncTimes.now)
      return true
    } catch let error as ImportError {
      let words = error.description
      if words == "file holds nothing." { return false }
      let digits = words.firstRange(of: "line ").map { words[$0.upperBound...].prefix(while: \.isNumber) }
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }).count
      guard let line = digits.flatMap({ Int($0) }), (1...lines).contains(line), words.utf8.count < 1500 else {
        throw FuzzFailure(description: "refused without its line: \(words.prefix(300))")
      }
      return false
    }
  }

  /// Imports one line into its own journal.
  private mutating func importAlone(_ text: String) throws {
    var batch = LineBatch()
    batch.add(text)
    guard !batch.lines.isEmpty else { return }
    let path = folder.path(name + "-alone.sqlite")
    let time = try Limits.measure("importing one line") {
      let journal = try Journal(path: path)
      _ = try batch.imported(into: journal)
      try JournalReading.today(journal)
    }
    folder.removeDatabase(path)
    findings.longestImport = max(findings.longestImport, time)
  }

  /// Imports the accepted lines into a journal, which must be readable like any other.
  private mutating func importAll() throws {
    let path = folder.path(name + ".sqlite")
    defer { folder.removeDatabase(path) }
    let journal = try Journal(path: path)
    let lines = batch.lines
    do {
      guard try batch.imported(into: journal) > 0 else {
        throw FuzzFailure(description: "nothing of lines that were taken was imported")
      }
      let time = try Limits.measure("reading a day") { try JournalReading.today(journal) }
      findings.longestReading = max(findings.longestReading, time)
      try JournalReading.everything(journal)
    } catch {
      throw FuzzFailure(description: "\(error)\n\(lines.joined(separator: "\n"))")
    }
    findings.journalCount += 1
    findings.lines = lines
    batch = LineBatch()
  }

  private func failure(_ error: any Error, _ text: String, _ number: Int) -> FuzzFailure {
    FuzzFailure(description: "input \(number): \(error)\n\(Hexadecimal.string([UInt8](text.utf8)))")
  }
}

/// Lines that are imported together.
struct LineBatch {
  private(set) var lines: [String] = []
  /// The ring that is synced later is worn by the wearer of the sync.
  private var wearers = [DeviceID(imported: SyncTimes.device): "me"]

  /// Adds a text, unless its device was worn by another person in earlier lines: an import rejects a device with two
  /// wearers.
  mutating func add(_ text: String) {
    // A byte order mark is valid only at the start of a file.
    let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    let parts = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map(Substring.init).map { part in
      part.first == "{"
        ? try? JSONDecoder().decode(ExportedLine.self, from: Data(part.utf8)) : ExportedLine(csv: part)
    }
    for part in parts {
      guard let part else { continue }
      let device = DeviceID(imported: part.identifier)
      if let wearer = wearers[device], wearer != part.wearer { return }
      wearers[device] = part.wearer
    }
    lines.append(text)
  }

  /// Imports the lines and returns the number of new entries.
  func imported(into journal: Journal) throws -> Int {
    try journal.keep(export: lines.joined(separator: "\n"), at: SyncTimes.now).sources.reduce(0) { $0 + $1.new }
  }
}
