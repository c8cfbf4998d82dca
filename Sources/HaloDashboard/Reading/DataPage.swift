import Foundation
import HaloReports
import Synchronization
import SystemPackage

/// The Data page: the contents of the journal, and exports.
final class DataPage: Sendable {
  private struct State {
    var facts: JournalFacts?
    var time: ContinuousClock.Instant?
    /// Number of invalidations. A count that began before the latest one is discarded.
    var age = 0
    var isCounting = false
    /// Duration of the last count.
    var cost = Duration.zero
  }

  private let state = Mutex(State())

  /// True if a new count is due (every five minutes) and no count is running. If true, the caller must call
  /// ``count(_:)``.
  func reserveCount() -> Bool {
    state.withLock { state in
      guard !state.isCounting, state.time.map({ ContinuousClock.now - $0 > .seconds(300) }) ?? true else {
        return false
      }
      state.isCounting = true
      return true
    }
  }

  /// Counts the journal's contents. This takes a second or more after years of data.
  func count(_ journal: Journal) throws {
    defer { state.withLock { $0.isCounting = false } }
    let (time, age) = state.withLock { ($0.time, $0.age) }
    // Skip if another caller has just counted.
    if let time, ContinuousClock.now - time < .seconds(300) { return }
    let begun = ContinuousClock.now
    let counted = try journal.facts()
    state.withLock { state in
      guard state.age == age else { return }
      (state.facts, state.time, state.cost) = (counted, .now, .now - begun)
    }
  }

  /// True if a request must wait for a new count: if the cache is empty, or the last count is outdated and took less than
  /// 100 ms. Large journals show the last count.
  var mustCount: Bool {
    state.withLock { $0.facts == nil || ($0.time == nil && $0.cost < .milliseconds(100)) }
  }

  /// Marks the last count as outdated, because new data has arrived.
  func age() {
    state.withLock { state in
      state.time = nil
      state.age += 1
    }
  }

  /// The page's JSON, with the latest count.
  func json(_ wearer: WearerContext, _ journal: Journal) throws -> JSON {
    let facts = try state.withLock { $0.facts } ?? journal.facts()
    let days = try journal.knownDays(of: wearer.name)
    var counts: [(Phrase, Int)] = [(Phrase("Frames"), facts.frames)]
    counts += Metric.known.compactMap { metric in
      facts.samples[metric].map { (Phrase("\(metric.title), values"), $0) }
    }
    counts += [
      (Phrase("Nights and naps"), facts.sleeps), (Phrase("Workouts"), facts.workouts),
      (Phrase("Computed values"), facts.derived),
      (Phrase("Minutes of raw data"), facts.rawMinutes),
    ]
    let devices = try journal.allDevices()
    let wearers = try journal.wearers().map { name -> JSON in
      let span = try journal.knownDays(of: name)
      let days = span.map { $0.upperBound.daysSince1970 - $0.lowerBound.daysSince1970 + 1 } ?? 0
      return [
        "id": .string(name), "name": .string(name), "days": JSON(days),
        "devices": JSON(devices.count { $0.wearer == name }),
      ]
    }
    return [
      "size": JSON(facts.bytes), "sizeWords": .phrase(MeasureWording.size(bytes: facts.bytes)),
      "words": JSON(days.map { Phrase("From \($0.lowerBound, .long) to \($0.upperBound, .long).") }),
      "oldest": JSON(words: days?.lowerBound), "newest": JSON(words: days?.upperBound),
      "counts": .array(counts.filter { $0.1 > 0 }.map { ["name": .phrase($0.0), "count": JSON($0.1)] }),
      "formats": .array(
        [("csv", ExportFormat.csv), ("json", .jsonLines)].map { id, format in
          [
            "format": .string(id), "name": .phrase(format.title),
            "words": .phrase(Phrase("\(format.explanation) Halo can import it.")),
          ]
        }),
      "wearers": .array(wearers), "largestImport": JSON(SlowClientTimeout.largestFile),
      "largestImportWords": .phrase(
        Phrase(
          "The file is larger than \(MeasureWording.size(bytes: SlowClientTimeout.largestFile)). Use ‘halo import’ for it."
        )),
      "privacy": [
        .phrase(Phrase("All data is in one file on this computer. Only you can read it.")),
        .phrase(Phrase("Nothing leaves this computer unless you export it or let other computers open this page.")),
        .phrase(Phrase("There is no account and no tracking.")),
        .phrase(Phrase("A backup contains all data, including frames. Protect it like the journal itself.")),
      ],
    ]
  }

  /// Discards the last count.
  func forget() {
    state.withLock { state in
      (state.facts, state.time) = (nil, nil)
      state.age += 1
    }
  }

  /// Writes an export to a temporary file.
  static func file(_ export: Export, _ format: ExportFormat, _ journal: Journal) throws -> TemporaryFile {
    let file = try TemporaryFile(format.rawValue, of: journal.path)
    try export.write(journal) { try file.append($0) }
    return file
  }
}

/// A temporary file that only its owner can read. It is deleted with this object.
final class TemporaryFile: Sendable {
  let path: String
  private let descriptor: FileDescriptor

  /// Path prefix of all temporary files of a journal's page.
  private static func pathPrefix(_ journal: String) -> String {
    let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    return (folder.hasSuffix("/") ? folder : folder + "/") + "halo-page-\(Secret.hash(journal).prefix(16))-"
  }

  /// Creates a temporary file for a journal's page.
  init(_ ending: String, of journal: String) throws {
    path = Self.pathPrefix(journal) + "\(Secret.random()).\(ending)"
    descriptor = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
      permissions: .ownerReadWrite)
  }

  /// Deletes files that a crashed process left. Call it only in the process that serves the page, because no other
  /// creates such files.
  static func deleteLeftovers(of journal: String) {
    let file = FilePath(pathPrefix(journal))
    guard let start = file.lastComponent?.string else { return }
    let folder = file.removingLastComponent()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    where name.hasPrefix(start) {
      _ = unlink(folder.appending(name).string)
    }
    StagedFile.removeLeftovers(beside: file.string)
  }

  /// Takes ownership of an existing file, which is then deleted like the others.
  init(taking path: String) throws {
    self.path = path
    descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
  }

  func append(_ bytes: [UInt8]) throws { try descriptor.writeAll(bytes) }

  /// Size in bytes.
  func size() throws -> Int { Int(try descriptor.seek(offset: 0, from: .end)) }

  /// Reads a part of the file; empty at the end.
  func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = try descriptor.read(fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  deinit {
    try? descriptor.close()
    // SQLite's files stay if the process that read an uploaded journal was killed.
    for ending in ["", "-journal", "-wal", "-shm"] { _ = unlink(path + ending) }
  }
}
