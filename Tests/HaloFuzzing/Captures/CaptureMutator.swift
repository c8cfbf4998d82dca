import HaloSimulatedRadio

/// Creates nearly valid captures: small ones of every format with flipped, cut, spliced or falsified parts.
struct CaptureMutator {
  /// A capture to mutate.
  struct Fixture: Sendable {
    let bytes: [UInt8]
    /// The start offsets of its records, and the end of the last one.
    let starts: [Int]

    init(_ file: SyntheticCapture.File) {
      bytes = file.bytes
      var starts = [file.header.count]
      for record in file.records { starts.append((starts.last ?? 0) + record.count) }
      self.starts = starts
    }
  }

  static let fixtures: [Fixture] = [SyntheticCapture.small(), .ringTalk()].flatMap { capture in
    SyntheticFormat.few.map { Fixture(capture.file($0)) }
  }

  private static let numbers: [UInt32] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 24, 0x7F, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x1_0000, 0x1_FFFF, 0x2_0000,
    0x2_0001, 0xF_FFFF, 0x10_0000, 0x10_0001, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFC, 0xFFFF_FFFF,
  ]

  private var random: SeededGenerator

  /// Creates a mutator whose captures depend only on `seed`.
  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Writes the next capture to `bytes`.
  mutating func next(_ bytes: inout [UInt8]) {
    let fixture = Self.fixtures[number(below: Self.fixtures.count)]
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: fixture.bytes)
    for _ in 0...number(below: 3) where !bytes.isEmpty { change(&bytes, fixture) }
  }

  private mutating func change(_ bytes: inout [UInt8], _ fixture: Fixture) {
    let index = number(below: bytes.count)
    switch number(below: 12) {
    case 0, 1: bytes[index] ^= 1 << UInt8(number(below: 8))
    case 2: bytes[index] = UInt8(truncatingIfNeeded: random.next())
    case 3: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF][number(below: 5)]
    // The numbers at the start of a record are lengths and times, those after them lengths of packets.
    case 4, 5:
      let start = fixture.starts[number(below: fixture.starts.count)]
      overwrite(&bytes, at: start + 4 * number(below: 7), size: 4)
    case 6:
      let start = fixture.starts[number(below: fixture.starts.count)]
      overwrite(&bytes, at: start + number(below: 44), size: 1 + number(below: 2))
    case 7: overwrite(&bytes, at: index, size: 4)
    case 8: bytes.removeLast(bytes.count - index)
    case 9: bytes.removeSubrange(index..<min(bytes.count, index + 1 + number(below: 24)))
    case 10:
      let value = UInt8(truncatingIfNeeded: random.next())
      bytes.insert(
        contentsOf: repeatElement(Bool.random(using: &random) ? value : 0, count: 1 + number(below: 8)), at: index)
    default: splice(&bytes, at: index)
    }
  }

  /// Writes an edge-case number, in either byte order.
  private mutating func overwrite(_ bytes: inout [UInt8], at offset: Int, size: Int) {
    var value = Self.numbers[number(below: Self.numbers.count)]
    if number(below: 4) == 0 { value = UInt32(truncatingIfNeeded: bytes.count - offset + number(below: 5) - 2) }
    let isBigEndian = Bool.random(using: &random)
    for place in 0..<size where offset + place < bytes.count {
      let shift = UInt32(8 * (isBigEndian ? size - 1 - place : place))
      bytes[offset + place] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// Inserts a piece of another capture, or of the other one in the same format.
  private mutating func splice(_ bytes: inout [UInt8], at index: Int) {
    let other = Self.fixtures[number(below: Self.fixtures.count)]
    let start = Bool.random(using: &random) ? 0 : other.starts[number(below: other.starts.count)]
    let piece = other.bytes[start..<min(other.bytes.count, start + 1 + number(below: 120))]
    if Bool.random(using: &random) {
      bytes.insert(contentsOf: piece, at: index)
    } else {
      bytes.append(contentsOf: piece)
    }
  }

  private mutating func number(below bound: Int) -> Int { Int(random.next() >> 33) % bound }
}
