import HaloColmiRing
import HaloSimulatedRadio
import HaloWearables

/// Creates nearly valid frames: captured ones with small changes, often with a corrected checksum to reach the code
/// after the check, and some random noise.
public struct FrameMutator {
  private var random: SeededGenerator

  /// Creates a mutator whose frames depend only on `seed`.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the next frame, 0…300 bytes.
  public mutating func next() -> [UInt8] {
    switch UInt8.random(in: 0..<10, using: &random) {
    case 0: return noise()
    case 1: return seed()
    case 2...4: return withValidChecksum(changed(seed()))
    case 5, 6: return ColmiRing.Packet(UInt8.random(in: .min ... .max, using: &random), noise()).bytes
    case 7: return bigData()
    default: return changed(seed())
    }
  }

  private mutating func seed() -> [UInt8] {
    Seeds.frames[Int.random(in: 0..<Seeds.frames.count, using: &random)]
  }

  private mutating func noise() -> [UInt8] {
    let count = Bool.random(using: &random) ? 16 : Int.random(in: 0...300, using: &random)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// Returns a big-data frame with a correct CRC: a supported identifier with a random payload.
  private mutating func bigData() -> [UInt8] {
    let ids: [UInt8] = [0x25, 0x27, 0x28, 0x2A, 0x3E, 0x77]
    let id = ids[Int.random(in: 0..<ids.count, using: &random)]
    let small = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...6, using: &random) }
    return ColmiRing.BigData(id: id, payload: Bool.random(using: &random) ? small : noise()).bytes
  }

  private mutating func changed(_ frame: [UInt8]) -> [UInt8] {
    var frame = frame
    for _ in 0..<Int.random(in: 1...3, using: &random) where !frame.isEmpty {
      let index = Int.random(in: 0..<frame.count, using: &random)
      switch UInt8.random(in: 0..<6, using: &random) {
      case 0: frame[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: frame[index] = UInt8.random(in: .min ... .max, using: &random)
      case 2: frame[index] = [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
      case 3: frame.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
      case 4: frame.remove(at: index)
      default: frame.removeLast(frame.count - index)
      }
    }
    return frame
  }

  /// Corrects the sum, or the CRC and length.
  private func withValidChecksum(_ frame: [UInt8]) -> [UInt8] {
    guard let first = frame.first else { return frame }
    return first == ColmiRing.BigData.mark && frame.count > 6
      ? ColmiRing.BigData(id: frame[1], payload: [UInt8](frame[6...])).bytes
      : ColmiRing.Packet(first, [UInt8](frame.dropFirst())).bytes
  }
}
