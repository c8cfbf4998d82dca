import HaloSimulatedRadio
import HaloFuzzing
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
      let clock = ContinuousClock()
      for target in FuzzTarget.allCases {
        let time = try clock.measure { try target.run(count: count, seed: seed) }
        print("\(target.rawValue): \(count) inputs, seed \(seed), nothing lost, no trap, \(time)")
      }
      for characteristic in CharacteristicFuzzing.entryPoints {
        let time = try clock.measure { try CharacteristicFuzzing.run(characteristic, count: count, seed: seed) }
        print("\(characteristic): \(count) inputs, seed \(seed), written as read, no trap, \(time)")
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
