/// Parses a number of an export; `nil` for anything else. A decimal comma is accepted.
enum AppleHealthNumber {
  static func value(_ text: ByteSlice) -> Double? {
    var digits = 0
    var fraction = 0
    var count = 0
    var isInFraction = false
    for index in 0..<text.count {
      let byte = text[index]
      switch byte {
      case 0x30...0x39:
        digits = digits * 10 + Int(byte - 0x30)
        count += 1
        if isInFraction { fraction += 1 }
        // Up to 15 digits are exact in a Double, and so is the power of ten: the quotient is the nearest value.
        guard count <= 15 else { return general(text) }
      case UInt8(ascii: ".") where !isInFraction: isInFraction = true
      default: return general(text)
      }
    }
    return count == 0 ? nil : Double(digits) / NumberText.powers[fraction]
  }

  private static func general(_ text: ByteSlice) -> Double? {
    guard text.count <= 64 else { return nil }
    // Digits of other scripts, in exports of phones that are set to them.
    let ascii = String(
      text.text.map { $0.wholeNumberValue.flatMap { Character("\($0 % 10)") } ?? ($0 == "," || $0 == "٫" ? "." : $0) })
    guard let value = Double(ascii), value.isFinite else { return nil }
    return value
  }
}
