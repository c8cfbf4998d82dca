/// The encoding of a number in bytes. Every search for numbers uses this one list: ``all`` and ``special``.
public struct NumberFormat: Hashable, Sendable, CustomStringConvertible {
  /// The way in which the bits mean a number.
  public enum Meaning: String, Sendable {
    /// A binary number, or some bits of one.
    case unsigned = "u"
    /// Two's complement.
    case signed = "s"
    /// Two decimal digits per byte.
    case bcd = "BCD"
    /// IEEE 754, 32 bits.
    case float32
    /// IEEE 11073-20601: a mantissa and a power of ten, in 32 bits (FLOAT) or 16 bits (SFLOAT).
    case medical = "FLOAT"
    /// ASCII digits, one per byte.
    case text
  }

  /// The number of bytes: 1…4, of text 1…8.
  public let width: Int
  /// The way in which the bits mean a number.
  public let meaning: Meaning
  /// True if the most significant byte comes first; irrelevant for a single byte and for text.
  public let isBigEndian: Bool
  /// The bits of a bit field, counted from the lowest bit of the bytes; `nil` if all of them belong to the number.
  public let bits: Range<Int>?

  /// True if the number is signed (two's complement).
  public var isSigned: Bool { meaning == .signed }

  /// Creates a format of integers; `width` is clamped to 1…4.
  public init(width: Int, isSigned: Bool = false, isBigEndian: Bool = false) {
    self.init(width, isSigned ? .signed : .unsigned, isBigEndian)
  }

  /// Creates a wider or narrower form of a format.
  public init(_ width: Int, like other: NumberFormat) { self.init(width, other.meaning, other.isBigEndian) }

  init(_ width: Int, _ meaning: Meaning, _ isBigEndian: Bool = false, bits: Range<Int>? = nil) {
    self.width = min(max(width, 1), meaning == .text ? 8 : 4)
    self.meaning = meaning
    self.isBigEndian = isBigEndian && self.width > 1 && meaning != .text
    self.bits = bits
  }

  /// All formats of whole integers, narrow ones first.
  public static let all: [NumberFormat] = (1...4).flatMap { width in
    [false, true].flatMap { isSigned in orders(width, isSigned ? .signed : .unsigned) }
  }

  /// All other formats: decimal digits, floating-point numbers and bit fields of 4 to 20 bits.
  public static let special: [NumberFormat] =
    (2...8).map { NumberFormat($0, .text) } + (1...4).flatMap { orders($0, .bcd) } + orders(4, .float32)
    + orders(2, .medical) + orders(4, .medical) + (4...20).flatMap { bitFields(count: $0) }

  private static func orders(_ width: Int, _ meaning: Meaning, bits: Range<Int>? = nil) -> [NumberFormat] {
    (width == 1 ? [false] : [false, true]).map { NumberFormat(width, meaning, $0, bits: bits) }
  }

  /// Returns the fields of `count` bits that are not whole bytes, in as few bytes as possible.
  static func bitFields(count: Int) -> [NumberFormat] {
    (0..<8).flatMap { shift -> [NumberFormat] in
      let width = (shift + count + 7) / 8
      guard width <= 4, shift > 0 || count % 8 > 0 else { return [] }
      return orders(width, .unsigned, bits: shift..<shift + count)
    }
  }

  /// Reads the integer at `offset`; `nil` if there are not enough bytes. Decimal digits and floating-point numbers need
  /// ``number(_:at:)``.
  public func read(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    var value = 0
    for index in 0..<width {
      value = value << 8 | Int(bytes[isBigEndian ? offset + index : offset + width - 1 - index])
    }
    if let bits { return value >> bits.lowerBound & (1 << bits.count - 1) }
    return isSigned && value >= span / 2 ? value - span : value
  }

  /// Reads the number at `offset`; `nil` if there are not enough bytes, or if they are no such number. Floating-point
  /// numbers beyond what devices measure are refused, because random bytes are mostly such.
  public func number(_ bytes: [UInt8], at offset: Int) -> Double? {
    if meaning == .text {
      guard offset >= 0, offset <= bytes.count - width else { return nil }
      return Self.decimal(bytes[offset..<offset + width].map { Int($0) - 0x30 })
    }
    guard let raw = read(bytes, at: offset) else { return nil }
    let value: Double?
    switch meaning {
    case .unsigned, .signed, .text: return Double(raw)
    case .bcd: return Self.decimal((0..<2 * width).reversed().map { raw >> (4 * $0) & 15 })
    case .float32: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
    case .medical where width == 2: value = SFloat(bits: UInt16(truncatingIfNeeded: raw)).decimal?.doubleValue
    case .medical: value = MedicalFloat(bits: UInt32(truncatingIfNeeded: raw)).decimal?.doubleValue
    }
    return value.flatMap { $0 == 0 || (1e-4...1e7).contains(abs($0)) ? $0 : nil }
  }

  /// Returns the unsigned integers whose bytes represent `number`, the usual ones first. Integers and decimal digits
  /// represent only whole numbers, texts none.
  func patterns(_ number: FixedDecimal) -> [Int] {
    let whole = number.units
    let isWhole = number.places == 0
    switch meaning {
    case .unsigned:
      let size = bits.map { 1 << $0.count } ?? span
      return isWhole && (0..<size).contains(whole) ? [whole << (bits?.lowerBound ?? 0)] : []
    case .signed: return isWhole && (-span / 2..<0).contains(whole) ? [whole + span] : []
    case .bcd:
      let digits = String(whole)
      return isWhole && digits.count <= 2 * width ? Int(digits, radix: 16).map { [$0] }?.filter { $0 >= 0 } ?? [] : []
    case .float32: return [Int(Float(number.doubleValue).bitPattern)]
    case .medical:
      // The same number has several mantissas: 36.6 is 366 · 10^−1 and 3660 · 10^−2.
      return (-number.places...8).flatMap { [$0, -1 - number.places - $0] }.compactMap { exponent -> Int? in
        let power = (0..<min(abs(exponent + number.places), 16)).reduce(1) { power, _ in power * 10 }
        let isSmaller = exponent + number.places > 0
        guard !isSmaller || whole.isMultiple(of: power), whole.magnitude < 1 << 24, isSmaller || power <= 1 << 24 else {
          return nil
        }
        let mantissa = isSmaller ? whole / power : whole * power
        return width == 2
          ? SFloat(mantissa: mantissa, exponent: exponent).map { Int($0.bits) }
          : MedicalFloat(mantissa: mantissa, exponent: exponent).map { Int($0.bits) }
      }
    case .text: return []
    }
  }

  private static func decimal(_ digits: [Int]) -> Double? {
    digits.allSatisfy { (0...9).contains($0) } ? digits.reduce(0) { $0 * 10 + Double($1) } : nil
  }

  /// The number of values: 256 to the power of the width.
  public var span: Int { 1 << (8 * min(width, 4)) }

  /// The number of values that are shifted: as many as there are digits or bits for; for floating-point numbers a part of
  /// those that stay exact.
  var count: Int {
    switch meaning {
    case .bcd, .text: (0..<(meaning == .bcd ? 2 * width : width)).reduce(1) { count, _ in count * 10 }
    case .float32: 1 << 16
    default: span
    }
  }

  /// Adds `amount` to the number at `offset`. Integers and digits wrap around; bytes that are no number become 0.
  func add(_ amount: Int, to bytes: inout [UInt8], at offset: Int) {
    guard let old = number(bytes, at: offset), let raw = meaning == .text ? 0 : read(bytes, at: offset) else {
      for index in offset..<offset + width { bytes[index] = 0 }
      return
    }
    func wrapped(_ number: Int) -> Int { (number % count + count) % count }
    var new: Int
    switch meaning {
    case .bcd, .text:
      var rest = wrapped(Int(old) + amount)
      let (step, first) = meaning == .bcd ? (4, 0) : (8, 0x30)
      new = 0
      for digit in 0..<(meaning == .bcd ? 2 * width : width) {
        new |= (first + rest % 10) << (step * digit)
        rest /= 10
      }
    case .float32: new = Int((Float(old) + Float(amount)).bitPattern)
    default: new = raw + amount
    }
    for index in 0..<width {
      let isReversed = isBigEndian || meaning == .text
      bytes[isReversed ? offset + width - 1 - index : offset + index] = UInt8(truncatingIfNeeded: new)
      new >>= 8
    }
  }

  /// Returns the offset of the most significant byte of a number at `offset`.
  func highOffset(_ offset: Int) -> Int { isBigEndian ? offset : offset + width - 1 }

  /// Returns the offset of the least significant byte of a number at `offset`.
  func lowOffset(_ offset: Int) -> Int { isBigEndian ? offset + width - 1 : offset }

  /// The format's name, such as `u16 LE`.
  public var description: String {
    let order = width == 1 || meaning == .text ? "" : isBigEndian ? " BE" : " LE"
    let name =
      switch meaning {
      case .unsigned, .signed: "\(meaning.rawValue)\(8 * width)"
      case .bcd, .text: "\(meaning == .text ? width : 2 * width) digits \(meaning.rawValue)"
      case .float32: meaning.rawValue
      case .medical: width == 2 ? "SFLOAT" : meaning.rawValue
      }
    guard let bits else { return name + order }
    return "bits \(bits.lowerBound)–\(bits.upperBound - 1) of \(name)\(order)"
  }
}
