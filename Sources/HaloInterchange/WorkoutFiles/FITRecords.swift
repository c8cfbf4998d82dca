/// A field of a FIT message.
struct FITField: Hashable {
  /// The base types that Halo writes: their numbers, widths, and invalid values.
  enum Base: UInt8 {
    case `enum` = 0x00
    case uint8 = 0x02
    case sint16 = 0x83
    case uint16 = 0x84
    case uint32 = 0x86
    case uint32z = 0x8C

    var width: Int {
      switch self {
      case .enum, .uint8: 1
      case .uint16, .sint16: 2
      case .uint32, .uint32z: 4
      }
    }

    var invalid: Int { self == .uint32z ? 0 : 1 << (width * 8 - (self == .sint16 ? 1 : 0)) - 1 }
    var least: Int { self == .sint16 ? -1 << 15 : 0 }
  }

  let number: UInt8
  let base: Base
  /// The values; `nil` if unknown or out of range.
  let values: [Int?]

  init(_ number: UInt8, _ base: Base, _ value: Int?) { self.init(number, base, [value]) }

  init(_ number: UInt8, _ base: Base, _ values: [Int?]) {
    self.number = number
    self.base = base
    self.values = values.map { $0.flatMap { base == .uint32z || base.least..<base.invalid ~= $0 ? $0 : nil } }
  }

  /// The field's definition: number, size, type.
  var definition: [UInt8] { [number, UInt8(values.count * base.width), base.rawValue] }

  /// The field's bytes; an unknown value becomes the invalid value.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for value in values { bytes.append(littleEndian: value ?? base.invalid, width: base.width) }
    return bytes
  }
}

/// A sequence of FIT messages, each kind defined before its use.
struct FITRecords {
  private(set) var bytes: [UInt8] = []
  /// The kinds that are defined now, by message and fields; the index is the local message number, of which there are 16.
  private var kinds: [[UInt8]] = []
  /// The number of definitions so far.
  private var count = 0

  /// Appends a message without the fields that have no value.
  mutating func append(_ message: Int, _ all: [FITField]) {
    let fields = all.filter { $0.values.contains { $0 != nil } }
    var definition: [UInt8] = [0, 0]
    definition.append(littleEndian: message, width: 2)
    definition.append(UInt8(fields.count))
    definition += fields.flatMap(\.definition)
    let local: UInt8
    if let index = kinds.firstIndex(of: definition) {
      local = UInt8(index)
    } else {
      local = UInt8(count & 15)
      if kinds.count < 16 { kinds.append(definition) } else { kinds[count & 15] = definition }
      count += 1
      bytes.append(0x40 | local)
      bytes += definition
    }
    bytes.append(local)
    bytes += fields.flatMap(\.bytes)
  }
}

extension [UInt8] {
  /// Appends a number of `width` bytes, little-endian.
  mutating func append(littleEndian value: Int, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }
}
