/// Decodes the samples of a WFDB signal file (WFDB applications guide, signal(5)).
struct WFDBSamples {
  /// The supported formats.
  static let formats: Set<Int> = [8, 16, 24, 32, 61, 80, 160, 212, 310, 311]

  private let format: Int
  /// The bytes of an incomplete group of samples.
  private var carried: [UInt8] = []
  /// The previous sample of each signal, for a format that stores differences.
  private var before: [Int]
  private var next = 0

  /// Creates a decoder for a format. `initial` has the start value of each slot of a frame, for formats that store
  /// differences.
  init(format: Int, initial: [Int]) {
    self.format = format
    before = initial
  }

  /// Decodes bytes of the file, and passes the samples to `body`; `nil` for a missing sample.
  mutating func take(_ bytes: some Collection<UInt8>, _ body: (Int?) throws -> Void) rethrows {
    carried.append(contentsOf: bytes)
    let size = Self.size(format)
    var index = 0
    while index + size <= carried.count {
      try decode(index, body)
      index += size
    }
    carried.removeFirst(index)
  }

  /// Decodes the last sample of a format that packs several samples.
  mutating func finish(_ body: (Int?) throws -> Void) rethrows {
    guard format == 212, carried.count == 2 else { return }
    try body(Self.signed(Int(carried[0]) | Int(carried[1] & 0x0F) << 8, 12))
  }

  /// Returns the size of a group of samples, in bytes.
  private static func size(_ format: Int) -> Int {
    switch format {
    case 8, 80: 1
    case 16, 61, 160: 2
    case 24, 212: 3
    default: 4
    }
  }

  private mutating func decode(_ index: Int, _ body: (Int?) throws -> Void) rethrows {
    func byte(_ offset: Int) -> Int { Int(carried[index + offset]) }
    switch format {
    case 8:
      before[next] &+= Int(Int8(bitPattern: carried[index]))
      let value = before[next]
      next = (next + 1) % before.count
      try body(value)
    case 80: try body(byte(0) == 0 ? nil : byte(0) - 128)
    case 16: try body(Self.signed(byte(0) | byte(1) << 8, 16))
    case 61: try body(Self.signed(byte(1) | byte(0) << 8, 16))
    case 160:
      let value = byte(0) | byte(1) << 8
      try body(value == 0 ? nil : value - 32_768)
    case 24: try body(Self.signed(byte(0) | byte(1) << 8 | byte(2) << 16, 24))
    case 32: try body(Self.signed(byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24, 32))
    case 212:
      try body(Self.signed(byte(0) | (byte(1) & 0x0F) << 8, 12))
      try body(Self.signed(byte(2) | (byte(1) & 0xF0) << 4, 12))
    case 310:
      let first = byte(0) | byte(1) << 8
      let second = byte(2) | byte(3) << 8
      try body(Self.signed(first >> 1 & 0x3FF, 10))
      try body(Self.signed(second >> 1 & 0x3FF, 10))
      try body(Self.signed(first >> 11 | (second >> 11) << 5, 10))
    default:
      let word = byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24
      for shift in [0, 10, 20] { try body(Self.signed(word >> shift & 0x3FF, 10)) }
    }
  }

  /// Decodes a number in two's complement. The lowest value marks a missing sample.
  private static func signed(_ value: Int, _ bits: Int) -> Int? {
    let half = 1 << (bits - 1)
    let number = value >= half ? value - 2 * half : value
    return number == -half ? nil : number
  }
}
