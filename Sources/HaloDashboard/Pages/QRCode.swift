/// A QR code (ISO/IEC 18004) of a short text: byte mode, error correction L, versions 1 to 5.
public struct QRCode: Sendable {
  /// Modules by row and column; true is dark.
  public let modules: [[Bool]]

  /// Numbers of data and error-correction codewords for each version. Each has a single block.
  private static let versions = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

  /// Encodes a text. Returns `nil` if it is longer than 106 bytes.
  public init?(_ text: String) {
    let bytes = [UInt8](text.utf8)
    guard let version = Self.versions.firstIndex(where: { bytes.count + 2 <= $0.0 }) else { return nil }
    let (count, correction) = Self.versions[version]
    let data = Self.codewords(bytes, count)
    let all = data + Self.remainder(data, correction)
    let drawn = (0..<8).map { Self.draw(all, version: version + 1, mask: $0) }
    guard let best = drawn.min(by: { Self.penalty($0) < Self.penalty($1) }) else { return nil }
    modules = best
  }

  /// The code for a terminal, in block characters with two rows per line, including the quiet zone. Light modules have
  /// the text color, as scanners expect in terminals with a dark background.
  public var text: String {
    let size = modules.count
    func isDark(_ row: Int, _ column: Int) -> Bool {
      (0..<size).contains(row) && (0..<size).contains(column) && modules[row][column]
    }
    let lines = stride(from: -2, to: size + 2, by: 2).map { row in
      (-2..<size + 2).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Data

  private static func codewords(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    // Mode 0100 and the length are shifted by four bits; then come four zero bits and the padding.
    let shifted = [UInt8(0x4), UInt8(bytes.count >> 4), UInt8(bytes.count & 15)]
    var nibbles = shifted + bytes.flatMap { [$0 >> 4, $0 & 15] } + [0]
    if !nibbles.count.isMultiple(of: 2) { nibbles.append(0) }
    var words = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    words = Array(words.prefix(count))
    for index in 0..<(count - words.count) { words.append(index.isMultiple(of: 2) ? 0xEC : 0x11) }
    return words
  }

  /// Returns the Reed–Solomon error-correction codewords: the remainder of dividing by the product of (x − 2^i) over
  /// GF(256) with 0x11D.
  private static func remainder(_ data: [UInt8], _ count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        divisor[index] = product(divisor[index], root) ^ (index + 1 < count ? divisor[index + 1] : 0)
      }
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
    }
    return rest
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var sum = 0
    var value = Int(left)
    for bit in 0..<8 {
      if right >> bit & 1 == 1 { sum ^= value }
      value = value << 1 ^ (value & 0x80 != 0 ? 0x11D : 0)
    }
    return UInt8(sum)
  }

  // MARK: Squares

  private static func draw(_ words: [UInt8], version: Int, mask: Int) -> [[Bool]] {
    let size = 17 + 4 * version
    var modules = [[Bool?]](repeating: [Bool?](repeating: nil, count: size), count: size)
    drawFixed(&modules, version, mask)
    var bit = 0
    var isUpward = true
    for right in [Int](stride(from: size - 1, through: 1, by: -2)).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where modules[row][column] == nil {
          let isDark = bit < words.count * 8 && words[bit / 8] >> (7 - bit % 8) & 1 == 1
          modules[row][column] = isDark != isMasked(row, column, mask)
          bit += 1
        }
      }
      isUpward.toggle()
    }
    return modules.map { $0.map { $0 ?? false } }
  }

  private static func drawFixed(_ modules: inout [[Bool?]], _ version: Int, _ mask: Int) {
    let size = modules.count
    for index in 0..<size {
      modules[6][index] = index.isMultiple(of: 2)
      modules[index][6] = index.isMultiple(of: 2)
    }
    for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
      for row in max(top - 1, 0)..<min(top + 8, size) {
        for column in max(left - 1, 0)..<min(left + 8, size) {
          let distance = max(abs(row - top - 3), abs(column - left - 3))
          modules[row][column] = distance != 2 && distance != 4
        }
      }
    }
    if version > 1 {
      for row in -2...2 {
        for column in -2...2 { modules[size - 7 + row][size - 7 + column] = max(abs(row), abs(column)) != 1 }
      }
    }
    // Level L is 01; then ten BCH bits, XORed with the format mask.
    var rest = (0b01 << 3 | mask) << 10
    for bit in stride(from: 14, through: 10, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
    let format = ((0b01 << 3 | mask) << 10 | rest) ^ 0x5412
    for bit in 0..<15 {
      let isDark = format >> bit & 1 == 1
      let near = bit < 6 ? bit : bit < 8 ? bit + 1 : 0
      if bit < 8 { modules[near][8] = isDark } else { modules[8][bit == 8 ? 7 : 14 - bit] = isDark }
      if bit < 8 { modules[8][size - 1 - bit] = isDark } else { modules[size - 15 + bit][8] = isDark }
    }
    modules[size - 8][8] = true
  }

  private static func isMasked(_ row: Int, _ column: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  /// Penalty score of a mask: long runs and blocks of one color.
  private static func penalty(_ modules: [[Bool]]) -> Int {
    let size = modules.count
    func runs(_ square: (Int, Int) -> Bool) -> Int {
      (0..<size).reduce(0) { sum, line in
        var sum = sum
        var length = 1
        for index in 1...size {
          if index < size, square(line, index) == square(line, index - 1) {
            length += 1
          } else {
            if length >= 5 { sum += length - 2 }
            length = 1
          }
        }
        return sum
      }
    }
    var blocks = 0
    for row in 1..<size {
      for column in 1..<size
      where Set([
        modules[row][column], modules[row - 1][column], modules[row][column - 1], modules[row - 1][column - 1],
      ])
      .count == 1 { blocks += 3 }
    }
    return runs { modules[$0][$1] } + runs { modules[$1][$0] } + blocks
  }
}
