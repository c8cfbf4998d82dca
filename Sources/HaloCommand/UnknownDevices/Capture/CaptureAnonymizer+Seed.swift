import HaloCaptures
import HaloSimulatedRadio

extension CaptureAnonymizer {
  /// Writes the copy. Made-up values come from a constant seed, so that the same capture always gives the same copy; the
  /// amounts by which numbers are shifted must not be known.
  mutating func run(
    open: () throws -> CaptureReader, write: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws -> Summary {
    if values == .shifted {
      var random = SystemRandomNumberGenerator()
      return try run(using: &random, open: open, write: write)
    }
    var random = SeededGenerator(seed: 0x4861_6C6F)
    return try run(using: &random, open: open, write: write)
  }
}
