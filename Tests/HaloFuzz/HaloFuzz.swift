import HaloTesting
import Foundation
import HaloBluetooth
import HaloFuzzing
import HaloJournal
import HaloSimulatedRadio
import HaloWearables

/// `halo-fuzz COUNT [SEED]` runs COUNT generated inputs through each entry point that reads bytes, and reports the
/// results; `halo-fuzz text COUNT [SEED]` prints lines for `halo decode`; `halo-fuzz captures COUNT [SEED]` reads COUNT
/// mutated captures, `halo-fuzz lines COUNT [SEED]` lines of exports, `halo-fuzz databases COUNT [SEED]` SQLite files,
/// `halo-fuzz health COUNT [SEED]` exports of Apple Health, and `halo-fuzz archives COUNT [SEED]` archives.
/// `halo-fuzz values KIND COUNT [SEED]` changes one value at a time of a journal, an export or another file of ``ValueKind``, or
/// of `all`; COUNT may be a time in seconds, such as `50s`.
@main
struct HaloFuzz {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "values-child" { return await FuzzChild.run(Array(arguments.dropFirst())) }
    if arguments.first == "values" {
      // Outside, so that the folder of the files is deleted.
      guard try await changeValues(Array(arguments.dropFirst())) else { exit(1) }
      return
    }
    let inputs = ["text", "captures", "lines", "databases", "health", "archives"].first { $0 == arguments.first }
    if inputs != nil { arguments.removeFirst() }
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
    do {
      switch inputs {
      case "text": printText(count: count, seed: seed)
      case "captures": try await readCaptures(count: count, seed: seed)
      case "lines": try await importLines(count: count, seed: seed)
      case "databases": try await readDatabases(count: count, seed: seed)
      case "health": try readFiles(.health, count: count, seed: seed)
      case "archives": try readFiles(.archive, count: count, seed: seed)
      default: try await runAll(count: count, seed: seed)
      }
    } catch let failure as FuzzFailure {
      print("FAILED: \(failure)")
      exit(1)
    }
  }

  /// Runs every entry point, two at a time, which suits a machine with two processors.
  private static func runAll(count: Int, seed: UInt64) async throws {
    let targets =
      FuzzTarget.allCases.map(EntryPoint.frames) + [.watch]
      + CharacteristicFuzzing.entryPoints.map(EntryPoint.values)
    try await withThrowingTaskGroup(of: String.self) { group in
      for (index, target) in targets.enumerated() {
        if index >= 2, let line = try await group.next() { print(line) }
        group.addTask { try target.run(count: count, seed: seed) }
      }
      for try await line in group { print(line) }
    }
  }

  private enum EntryPoint {
    case frames(FuzzTarget)
    case values(BluetoothUUID)
    case watch

    func run(count: Int, seed: UInt64) throws -> String {
      let clock = ContinuousClock()
      switch self {
      case .frames(let target):
        let time = try clock.measure { try target.run(count: count, seed: seed) }
        return "\(target.rawValue): \(count) inputs, seed \(seed), no data lost, no trap, \(time)"
      case .watch:
        let time = try clock.measure { try WatchFuzzing.run(count: count, seed: seed) }
        return "everest-w311: \(count) inputs, seed \(seed), no data lost, same bytes after encoding, no trap, \(time)"
      case .values(let characteristic):
        let time = try clock.measure { try CharacteristicFuzzing.run(characteristic, count: count, seed: seed) }
        return "\(characteristic): \(count) inputs, seed \(seed), same bytes after encoding, no trap, \(time)"
      }
    }
  }

  private static func readCaptures(count: Int, seed: UInt64) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let found = try await CaptureFuzzing.run(count: count, seed: seed)
    print(
      """
      captures: \(count) inputs, seed \(seed), no trap, no loop, \(start.duration(to: clock.now)): \(found.recordCount) packets, \
      \(found.operationCount) operations, \(found.messageCount) messages; \(found.refusedCount) files refused
      """)
  }

  private static func importLines(count: Int, seed: UInt64) async throws {
    let folder = try TemporaryFolder.inMemory()
    announce(folder)
    let clock = ContinuousClock()
    let start = clock.now
    let found = try await LineFuzzing.run(count: count, seed: seed, in: folder)
    print(
      """
      lines: \(count) inputs, seed \(seed), no trap, \(start.duration(to: clock.now)): \(found.takenCount) taken, \
      \(found.refusedCount) refused by line; \(found.journalCount) journals
      the longest: \(found.longest) for a line of \(found.longestInput.utf8.count) bytes, \(found.longestImport) to import one \
      into an empty journal, \(found.longestReading) to read a day
      """)
    let memory = try Limits.checkMemory()
    let journal = try Journal(path: folder.path("imported.sqlite"))
    var batch = LineBatch()
    for line in found.lines { batch.add(line) }
    _ = try batch.imported(into: journal)
    print("\(memory); \(try await SyncTimes.check(journal, in: folder))")
  }

  private static func readDatabases(count: Int, seed: UInt64) async throws {
    let folder = try TemporaryFolder.inMemory()
    announce(folder)
    let clock = ContinuousClock()
    let start = clock.now
    let found = try await DatabaseFuzzing.run(count: count, seed: seed, in: folder)
    print(
      """
      databases: \(count) inputs, seed \(seed), no trap, \(start.duration(to: clock.now)): \(found.importedCount) imported, \
      \(found.readCount) read, \(found.refusedCount) refused; the longest: \(found.longest)
      """)
    print(try await DatabaseFuzzing.syncChanged(found, in: folder))
    let memory = try Limits.checkMemory()
    guard let bytes = found.journal else { throw FuzzFailure(description: "nothing was imported") }
    let path = folder.path("imported.sqlite")
    try bytes.write(to: URL(filePath: path))
    print("\(memory); \(try await SyncTimes.check(try Journal(path: path), in: folder))")
  }

  private static func readFiles(_ kind: FileFuzzing.Kind, count: Int, seed: UInt64) throws {
    let folder = try TemporaryFolder.inMemory()
    announce(folder)
    let clock = ContinuousClock()
    let start = clock.now
    var fuzzing = FileFuzzing(kind, seed: seed, in: folder)
    try fuzzing.run(count: count)
    print(
      """
      \(kind): \(count) inputs, seed \(seed), no trap, \(start.duration(to: clock.now)): \(fuzzing.readCount) read, \
      \(fuzzing.refusedCount) refused; the longest: \(fuzzing.longest); \(try Limits.checkMemory())
      """)
  }

  /// Returns false if there are findings.
  private static func changeValues(_ arguments: [String]) async throws -> Bool {
    let kinds = arguments.first.map { name in ValueKind.allCases.filter { name == "all" || name == $0.rawValue } } ?? []
    guard !kinds.isEmpty, let amount = arguments.dropFirst().first, let number = Int(amount.filter(\.isNumber)) else {
      print(
        "values KIND COUNT [SEED]: KIND is all or one of \(ValueKind.allCases.map(\.rawValue).joined(separator: ", "))")
      exit(64)
    }
    let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
    let folder = try TemporaryFolder.inMemory()
    let commands = try await ReadingCommands(
      device: ValueTemplates.device, wearer: ValueTemplates.wearer, days: ValueTemplates.days)
    var findingCount = 0
    for kind in kinds {
      let start = ContinuousClock.now
      let share = kinds.count > 1 ? kind.share : 1
      do {
        let fuzzing = try await ValueFuzzing(
          kind, commands, seed: seed, templates: folder.url.path(percentEncoded: false), start: start)
        let limit = Duration.seconds(Double(number) * share) - (ContinuousClock.now - start)
        try fuzzing.run(amount.hasSuffix("s") ? .time(limit) : .trials(number))
        print(fuzzing.summary)
        for line in fuzzing.report { print(line) }
        findingCount += fuzzing.findings.count
      } catch let failure as FuzzFailure {
        print("FAILED: \(failure)")
        findingCount += 1
      }
    }
    return findingCount == 0
  }

  private static func announce(_ folder: TemporaryFolder) {
    FileHandle.standardError.write(
      Data("If this program traps, its last inputs are in \(folder.url.path(percentEncoded: false)).\n".utf8))
  }

  /// Prints lines that are nearly frames in hexadecimal.
  private static func printText(count: Int, seed: UInt64) {
    var mutator = FrameMutator(seed: seed)
    var random = SeededGenerator(seed: ~seed)
    let oddities = ["v1:", "v2:", "v3:", " ", ":", "#", "\t", "\r", "0", "g", "\u{E9}", "\u{0}", "V2: "]
    for _ in 0..<count {
      var line = Hexadecimal.string(mutator.next())
      if UInt8.random(in: 0..<4, using: &random) == 0 {
        let offset = Int.random(in: 0...line.count, using: &random)
        line.insert(
          contentsOf: oddities[Int.random(in: 0..<oddities.count, using: &random)],
          at: line.index(line.startIndex, offsetBy: offset))
      }
      print(line)
    }
  }
}
