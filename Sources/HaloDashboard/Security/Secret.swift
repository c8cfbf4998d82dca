/// Random tokens and their stored form.
enum Secret {
  /// Length of a token, in characters.
  static let length = 43

  /// Returns 256 bits from the system's random generator, as 43 URL-safe characters.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<4).flatMap { _ -> [UInt8] in
      let word = generator.next()
      return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    return base64(bytes)
  }

  /// The stored form of a token. The token cannot be derived from it.
  static func hash(_ secret: String) -> String { SHA256.text([UInt8](secret.utf8)) }

  /// RFC 4648, section 5, without padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
      while count >= 6 {
        count -= 6
        text.append(letters[bits >> count & 63])
      }
    }
    if count > 0 { text.append(letters[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }
}
