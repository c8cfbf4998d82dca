import HaloBluetooth
import HaloFuzzing
import HaloSimulatedRadio
import HaloWearables

/// `halo-fuzz COUNT [SEED]` puts COUNT made-up inputs through each entry point that reads bytes and says what it did;
/// `halo-fuzz text COUNT [SEED]` prints lines to be put through `halo decode`; `halo-fuzz captures COUNT [SEED]` reads COUNT made-up
/// captures.
@main
struct HaloFuzz {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    let printsText = arguments.first == "text"
    let readsCaptures = arguments.first == "captures"
    if printsText || readsCaptures { arguments.removeFirst() }
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
    if printsText {
      printText(count: count, seed: seed)
    } else if readsCaptures {
      try await readCaptures(count: count, seed: seed)
    } else {
      try await runAll(count: count, seed: seed)
    }
  }

  /// Every entry point, two at a time: that is how many processors a small machine has.
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
        return "\(target.rawValue): \(count) inputs, seed \(seed), nothing lost, no trap, \(time)"
      case .watch:
        let time = try clock.measure { try WatchFuzzing.run(count: count, seed: seed) }
        return "everest-w311: \(count) inputs, seed \(seed), nothing lost, written as read, no trap, \(time)"
      case .values(let characteristic):
        let time = try clock.measure { try CharacteristicFuzzing.run(characteristic, count: count, seed: seed) }
        return "\(characteristic): \(count) inputs, seed \(seed), written as read, no trap, \(time)"
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

  /// Lines that are nearly frames in hexadecimal.
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
