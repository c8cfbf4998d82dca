import HaloLibc

/// Parses numbers in files.
enum NumberText {
  /// The powers of ten that a Double represents exactly.
  static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { product, _ in product * 10 }
  }
  /// Common texts for a missing value, in lowercase.
  private static let missing: Set<String> = [
    "nan", "na", "n/a", "null", "none", "-", "--", "inf", "+inf", "-inf", "infinity",
  ]

  /// Parses a number. Returns NaN for a missing value, and `nil` if the text is not a number.
  static func number(_ text: UnsafeRawBufferPointer, decimalComma: Bool = false) -> Double? {
    guard !text.isEmpty else { return .nan }
    var index = 0
    var mantissa = UInt64(0)
    var exponent = 0
    var digits = 0
    var isFraction = false
    let isNegative = text[0] == UInt8(ascii: "-")
    if isNegative || text[0] == UInt8(ascii: "+") { index = 1 }
    while index < text.count {
      let byte = text[index]
      if byte &- UInt8(ascii: "0") < 10 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        digits += 1
        if isFraction { exponent -= 1 }
      } else if !isFraction, byte == UInt8(ascii: ".") || (decimalComma && byte == UInt8(ascii: ",")) {
        isFraction = true
      } else {
        break
      }
      index += 1
    }
    // An integer below 2^53 divided by a power of ten up to 10^22 is rounded only once, so the result is exact to the
    // nearest Double.
    if digits > 0, digits < 19, index == text.count, mantissa < 1 << 53, exponent >= -22 {
      let value = Double(mantissa) / powers[-exponent]
      return isNegative ? -value : value
    }
    return parseSlowPath(text, decimalComma: decimalComma)
  }

  /// Parses numbers with many digits or an exponent, and texts for missing values.
  private static func parseSlowPath(_ text: UnsafeRawBufferPointer, decimalComma: Bool) -> Double? {
    var word = String(decoding: text, as: UTF8.self).lowercased()
    if missing.contains(word) { return .nan }
    if decimalComma { word = String(word.map { $0 == "," ? "." : $0 }) }
    guard word.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }), let value = Double(word), value.isFinite else {
      return nil
    }
    return value
  }
}
