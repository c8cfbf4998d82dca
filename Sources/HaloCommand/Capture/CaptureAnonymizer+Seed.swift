import HaloCaptures
import HaloSimulatedRadio

extension CaptureAnonymizer {
  /// Writes the copy with random numbers from a constant seed, so that the same capture always gives the same copy.
  mutating func run(
    open: () throws -> CaptureReader, write: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws -> Summary {
    var random = SeededGenerator(seed: 0x4861_6C6F)
    return try run(using: &random, open: open, write: write)
  }
}
