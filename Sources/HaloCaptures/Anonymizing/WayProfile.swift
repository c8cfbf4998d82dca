/// The common properties of all values of one attribute in one direction.
struct WayProfile {
  /// The number of bytes at the start that may identify the kind of value.
  private static let offsetCount = 4
  /// The number of different bytes that are kinds; more are measurements.
  private static let mostKinds = 8

  /// The number of values with each byte at each of the first offsets.
  private var counts: [[UInt8: Int]] = []
  private var sample = ValueSample()
  /// The offset of the byte that identifies the kind of value: the first that is not the same in all values, if there
  /// are only a few of it. `nil` if there is no such byte.
  private(set) var kindOffset: Int?
  /// The number of bytes at the start that are the same in all values and not next to changing ones.
  private(set) var headerCount = 0
  /// The checksum that is correct in all values, if there is one.
  private(set) var checksum: ChecksumFinding?

  /// Adds a value. Returns the offsets at which a byte may still identify the kind of value.
  mutating func add(_ value: [UInt8]) -> [Int] {
    for (offset, byte) in value.prefix(Self.offsetCount).enumerated() {
      if offset == counts.count { counts.append([:]) }
      counts[offset][byte, default: 0] += 1
    }
    sample.add(value)
    return value.indices.prefix(Self.offsetCount).filter { counts[$0].count <= Self.mostKinds }
  }

  /// Draws the conclusions after the last value.
  mutating func settle() {
    checksum = sample.checksum
    // Of a few values, what they have in common may be anything.
    let isKnown = Set(sample.values).count >= ValueProfile.least
    let common = isKnown ? counts.prefix { $0.count == 1 }.count : 0
    headerCount = max(0, common - 1)
    let first = common < counts.count ? counts[common] : counts.first ?? [:]
    if first.count <= Self.mostKinds, first.values.reduce(0, +) >= first.count * 4 {
      kindOffset = common < counts.count ? common : 0
    }
  }
}
