import Foundation

/// Random tokens and their stored form.
enum Secret {
  /// Length of a token, in characters.
  static let length = 43

  /// Returns 256 bits from the system's random generator, as 43 URL-safe characters (RFC 4648, section 5).
  static func random() -> String {
    let bytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    return String(bytes.base64EncodedString().prefix(length).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// The stored form of a token. The token cannot be derived from it.
  static func hash(_ secret: String) -> String { SHA256.text([UInt8](secret.utf8)) }
}
