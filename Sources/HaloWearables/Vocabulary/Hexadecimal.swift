/// Bytes as hexadecimal text.
public enum Hexadecimal {
  @usableFromInline static let lowerDigits: StaticString = "0123456789abcdef"
  @usableFromInline static let upperDigits: StaticString = "0123456789ABCDEF"

  /// Formats bytes as two lower-case digits each, without separators.
  public static func string(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      let digits = lowerDigits.utf8Start
      var end = 0
      for byte in bytes {
        text[end] = digits[Int(byte >> 4)]
        text[end + 1] = digits[Int(byte & 15)]
        end += 2
      }
      return end
    }
  }

  /// Formats a command code as in the vocabulary: `0x1E`.
  public static func code(_ byte: UInt8) -> String {
    let digits = upperDigits.utf8Start
    return String(decoding: [0x30, 0x78, digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
  }
}
