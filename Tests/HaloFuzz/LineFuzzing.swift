import HaloText
import HaloTesting
import Foundation
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloWearables

/// Imports made-up lines of exports, and what must hold for whatever comes.
struct LineFuzzing {
  /// What became of the lines.
  struct Findings: Sendable {
    var takenCount = 0
    var refusedCount = 0
    var journalCount = 0
    /// Lines that came into a journal, for the one that is synced with.
    var lines: [String] = []
    var longest = Duration.zero
    var longestInput = ""
    /// Of one line into a journal, its days included; and of reading a day of a journal of many lines.
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

  /// Parts into which the work is cut, so that all processors can help. The lines are the same with any number of those.
  private static let partCount = 4
  private static let linesInJournal = 400
  /// A line of so many is imported alone, as well.
  private static let importedAlone = 2000

  private let folder: TemporaryFolder
  private let name: String
  private var findings = Findings()
  private var batch = LineBatch()

  /// Imports `count` lines, at the same time as many as there are processors.
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
    // After a trap, the last input is here.
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
  /// Checked: it is taken, or refused with the number of a line that the text has.
  private func read(_ text: String) throws -> Bool {
    struct Taken: Error {}
    func journal() throws -> Journal { throw Taken() }
    do {
      _ = try FileImport(into: try journal(), wearer: "me", now: SyncTimes.now).readExport(text, name: "file")
      throw FuzzFailure(description: "imported without a journal")
    } catch is Taken {
      return true
    } catch let error as FileImport.Failure {
      let words = error.description
      if words == "file holds nothing." { return false }
      let digits = words.firstRange(of: "line ").map { words[$0.upperBound...].prefix(while: \.isNumber) }
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
      guard let line = digits.flatMap({ Int($0) }), (1...lines).contains(line), words.utf8.count < 1500 else {
        throw FuzzFailure(description: "refused without its line: \(words.prefix(300))")
      }
      return false
    }
  }

  /// Imports one line into a journal of its own.
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

  /// Imports what was taken into a journal, which must then be read as any other.
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
  private var wearers: [DeviceID: String] = [:]

  /// Adds a text, if its device is worn by the same person as in all others: an import stops at a device with two wearers.
  mutating func add(_ text: String) {
    // The mark of a file's beginning is none within it.
    let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    let parts = text.split(whereSeparator: \.isNewline).map { part in
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

  /// Imports the lines, and returns how many entries were new.
  func imported(into journal: Journal) throws -> Int {
    try FileImport(into: journal, wearer: "me", now: SyncTimes.now).readExport(
      lines.joined(separator: "\n"), name: "file"
    ).outcomes.reduce(0) { $0 + $1.new }
  }
}
