/// Records which neighboring bytes of a kind of values are parts of one number: when one changes, the other carries over.
struct ByteRelations {
  /// Counts the changes of a byte, and those at which the number with its lower neighbor changed little.
  private struct Carry {
    var changes = 0
    var small = 0
    /// The greatest change of the number, in values of the lower byte.
    var largest = 0

    var isNumber: Bool { changes >= 2 ? small * 10 >= changes * 8 : changes == 1 && largest * 8 < 256 }

    mutating func add(_ high: (Int, Int), _ low: (Int, Int), radix: Int) {
      let change = abs((high.1 - high.0) * radix + low.1 - low.0)
      largest = max(largest, min(change, radix * radix - change))
      guard high.0 != high.1 else { return }
      changes += 1
      if min(change, radix * radix - change) * 2 < radix { small += 1 }
    }
  }

  /// The two ways in which neighboring bytes are a number, for the first byte of the two.
  private struct Pair {
    var little = Carry()
    var big = Carry()
  }

  private var last: [UInt8] = []
  private var binary: [Pair] = []
  private var decimal: [Pair] = []
  private var isBCD: [Bool] = []
  private var isDigit: [Bool] = []

  /// Adds a value; all have the same length.
  mutating func add(_ value: [UInt8]) {
    guard value != last else { return }
    defer { last = value }
    guard last.count == value.count else {
      binary = value.dropLast().map { _ in Pair() }
      decimal = binary
      isBCD = value.map(Self.isDecimal)
      isDigit = value.map { (0x30...0x39).contains($0) }
      return
    }
    for index in value.indices {
      isBCD[index] = isBCD[index] && Self.isDecimal(value[index])
      isDigit[index] = isDigit[index] && (0x30...0x39).contains(value[index])
    }
    for index in binary.indices where value[index] != last[index] || value[index + 1] != last[index + 1] {
      Self.add(&binary[index], last, value, index, radix: 256) { Int($0) }
      guard isBCD[index], isBCD[index + 1] else { continue }
      Self.add(&decimal[index], last, value, index, radix: 100) { Int($0 >> 4) * 10 + Int($0 & 15) }
    }
  }

  /// Returns the numbers of several bytes: digits, floating-point numbers, and bytes that carry over.
  func numbers(in sample: [[UInt8]], _ isConstant: [Bool]) -> [(format: NumberFormat, offset: Int)] {
    digits(isConstant) + chains(decimal, { isBCD[$0] }, { NumberFormat($0, .bcd, $1) }) + floats(sample, isConstant)
      + chains(binary, { _ in true }, { NumberFormat(width: $0, isBigEndian: $1) })
  }

  /// Runs of ASCII digits, not all of which are constant.
  private func digits(_ isConstant: [Bool]) -> [(format: NumberFormat, offset: Int)] {
    isDigit.indices.filter { isDigit[$0] && ($0 == 0 || !isDigit[$0 - 1]) }.compactMap { start in
      let width = isDigit[start...].prefix { $0 }.count
      let isNumber = (2...8).contains(width) && !isConstant[start..<start + width].allSatisfy(\.self)
      return isNumber ? (NumberFormat(width, .text), start) : nil
    }
  }

  /// Numbers that are whole or have few decimals in all values. Other bytes would be such numbers by chance.
  private func floats(_ sample: [[UInt8]], _ isConstant: [Bool]) -> [(format: NumberFormat, offset: Int)] {
    guard let size = sample.first?.count, size >= 4 else { return [] }
    return [false, true].map { NumberFormat(4, .float32, $0) }.flatMap { format in
      (0...size - 4).filter { offset in
        // The byte below the exponent changes in floating-point numbers.
        !isConstant[format.isBigEndian ? offset + 1 : offset + 2]
          && sample.allSatisfy { value in
            guard let number = format.number(value, at: offset), abs(number) >= 1 else { return false }
            return abs((number * 100).rounded() - number * 100) < abs(number) * 1e-5
          }
      }.map { (format, $0) }
    }
  }

  /// Joins bytes that carry over to numbers of up to four bytes.
  private func chains(
    _ pairs: [Pair], _ isPart: (Int) -> Bool, _ format: (Int, Bool) -> NumberFormat
  ) -> [(format: NumberFormat, offset: Int)] {
    var found: [(NumberFormat, Int)] = []
    for isBigEndian in [false, true] {
      var index = 0
      while index < pairs.count {
        let width = 1 + pairs[index...].prefix(3).prefix { Self.isNumber($0, isBigEndian) }.count
        if width > 1, (index..<index + width).allSatisfy(isPart) { found.append((format(width, isBigEndian), index)) }
        index += width
      }
    }
    return found
  }

  /// The upper byte of a number changes less often than the lower one.
  private static func isNumber(_ pair: Pair, _ isBigEndian: Bool) -> Bool {
    let (own, other) = isBigEndian ? (pair.big, pair.little) : (pair.little, pair.big)
    return own.isNumber && own.changes < other.changes
  }

  private static func add(
    _ pair: inout Pair, _ last: [UInt8], _ value: [UInt8], _ index: Int, radix: Int, _ number: (UInt8) -> Int
  ) {
    let first = (number(last[index]), number(value[index]))
    let second = (number(last[index + 1]), number(value[index + 1]))
    pair.little.add(second, first, radix: radix)
    pair.big.add(first, second, radix: radix)
  }

  private static func isDecimal(_ byte: UInt8) -> Bool { byte >> 4 <= 9 && byte & 15 <= 9 }
}
