#if Dashboard
  /// A check of JSON text before it is decoded. It looks at each byte once, whatever the text holds.
  enum JSONShape {
    /// How deep arrays and objects of a request may nest. What the API takes nests one level deep.
    static let deepest = 8

    /// Returns whether bytes begin with an object, close what they open, and nest no deeper than ``deepest``. Everything else about JSON
    /// is left to the decoder.
    ///
    /// A NUL byte is refused: `JSONDecoder` would take text with NUL bytes for UTF-16 or UTF-32, and requests are UTF-8 (RFC 8259).
    static func isShallowObject(_ bytes: some Sequence<UInt8>) -> Bool {
      var depth = 0
      var (hasBegun, isInString, isEscaped) = (false, false, false)
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
        guard (0...deepest).contains(depth) else { return false }
      }
      return hasBegun && depth == 0 && !isInString
    }
  }
#endif
