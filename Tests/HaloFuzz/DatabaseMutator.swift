import HaloSimulatedRadio

/// Creates nearly valid SQLite files by changing bytes, numbers, pages, the header or the length.
struct DatabaseMutator {
  private var random: SeededGenerator

  /// Creates a mutator whose files depend only on `seed` and the fixtures.
  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next file.
  mutating func next(of fixtures: [[UInt8]]) -> [UInt8] {
    var bytes = fixtures[number(below: fixtures.count)]
    let size = max(512, Int(bytes[16]) << 8 | Int(bytes[17]))
    for _ in 0...number(below: 4) where bytes.count > size { change(&bytes, pageSize: size) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], pageSize: Int) {
    let place = number(below: bytes.count)
    let pages = bytes.count / pageSize
    let page = number(below: pages) * pageSize
    switch number(below: 14) {
    case 0, 1: bytes[place] ^= 1 << UInt8(number(below: 8))
    case 2: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 3: bytes[place] = pick([0, 1, 0x7F, 0x80, 0xFF])
    case 4, 5: write(&bytes, at: place, size: pick([1, 2, 4, 8]))
    // The file header.
    case 6: bytes[number(below: 100)] = pick([0, 1, 2, 4, 0x7F, 0x80, 0xFF])
    case 7: write(&bytes, at: pick([16, 18, 20, 24, 28, 32, 36, 40, 44, 52, 56, 60, 92, 96]), size: pick([1, 2, 4]))
    // A page header, and the offsets of its cells.
    case 8, 9: write(&bytes, at: page + (page == 0 ? 100 : 0) + number(below: 24), size: pick([1, 2, 4]))
    case 10: for offset in page..<page + pageSize { bytes[offset] = 0 }
    case 11:
      let other = number(below: pages) * pageSize
      for offset in 0..<pageSize { bytes[page + offset] = bytes[other + offset] }
    case 12: bytes.removeLast(bytes.count - (Bool.random(using: &random) ? page : place))
    // The contents of cells: type codes precede the values.
    default:
      for _ in 0..<40 {
        let offset = number(below: bytes.count)
        if bytes[offset] != 0 { bytes[offset] = UInt8(truncatingIfNeeded: random.next()) >> UInt8(number(below: 6)) }
      }
    }
  }

  /// Writes an edge-case number in SQLite's byte order.
  private mutating func write(_ bytes: inout [UInt8], at place: Int, size: Int) {
    let value = pick([0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, Int.max, -1, Int.min, bytes.count])
    for offset in 0..<size where place + offset < bytes.count {
      bytes[place + offset] = UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - offset)))
    }
  }

  private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func pick<Element>(_ all: [Element]) -> Element { all[number(below: all.count)] }
}
