/// Checks JSON text before it is decoded. It reads each byte once, so its run time is linear for any input.
enum JSONShape {
  /// Maximum nesting depth of arrays and objects in a request. Valid requests nest one level deep.
  static let maxDepth = 8

  /// Returns whether the bytes begin with an object, have balanced brackets, and nest no deeper than ``maxDepth``. The
  /// decoder checks everything else.
  ///
  /// NUL bytes are refused: `JSONDecoder` would take text with NUL bytes for UTF-16 or UTF-32, and requests are UTF-8
  /// (RFC 8259).
  static func isShallowObject(_ bytes: some Sequence<UInt8>) -> Bool {
    var depth = 0
    var hasBegun = false
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      guard byte != 0 else { return false }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      if [0x20, 0x09, 0x0A, 0x0D].contains(byte) { continue }
      guard hasBegun || byte == UInt8(ascii: "{") else { return false }
      hasBegun = true
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      guard (0...maxDepth).contains(depth) else { return false }
    }
    return hasBegun && depth == 0 && !isInString
  }
}
