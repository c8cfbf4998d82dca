package import HaloFoundation

/// Finds the characters of a text that are invisible: they control a terminal, change the order of the others, or hide.
/// A name from a device or a file may have them, so no text is shown with them.
package enum VisibleText {
  /// True if a text consists of characters that people see.
  package static func isVisible(_ text: String) -> Bool {
    isPlain(text.utf8) || !hidden(Array(text.unicodeScalars)).contains(true)
  }

  /// The text with `replacement` for each character that is not visible. A character stays if it is `nil`.
  package static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    if isPlain(text.utf8) { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (scalar, isHidden) in zip(scalars, hidden(scalars)) {
      if isHidden, let other = replacement(scalar) { result += other.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }

  /// The text with a question mark for each character that is not visible.
  package static func printable(_ text: String) -> String { replacing(text) { _ in "?" } }

  // MARK: JSON

  /// A value as one line of JSON with sorted keys.
  package static func json(_ value: some Encodable) throws -> String {
    String(decoding: try data(value), as: UTF8.self)
  }

  /// The bytes of a value as one line of JSON with sorted keys.
  package static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    let text = String(decoding: data, as: UTF8.self)
    return isVisible(text) ? data : Data(replacing(text, escaped).utf8)
  }

  /// The contents of a string in JSON.
  package static func json(contentOf text: String) -> String {
    var quoted = text
    if text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      // Not by characters: a quotation mark and an accent are one.
      quoted = String(
        String.UnicodeScalarView(
          text.unicodeScalars.flatMap { "\"\\".unicodeScalars.contains($0) ? ["\\", $0] : [$0] }))
    }
    return replacing(quoted) { $0 == "\n" ? #"\n"# : escaped($0) }
  }

  /// A character in JSON, such as `\u202e`; two of these beyond U+FFFF. Nothing is lost then.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.reduce(into: "") { text, unit in
      text += #"\u"# + String(hexadecimal: unit, width: 4)
    }
  }

  // MARK: Characters

  private static func isPlain(_ text: String.UTF8View) -> Bool { text.allSatisfy { (0x20...0x7E).contains($0) } }

  /// True for each character that is not visible.
  private static func hidden(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var last: Unicode.Scalar?
    return scalars.indices.map { index in
      defer { last = scalars[index] }
      return isHidden(scalars[index], after: last, before: index + 1 < scalars.count ? scalars[index + 1] : nil)
    }
  }

  private static func isHidden(
    _ scalar: Unicode.Scalar, after last: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: return false
    // These select the form of an emoji.
    case 0xFE0E, 0xFE0F: return last.map { !$0.properties.isEmoji } ?? true
    // These join or separate emoji, and letters from Arabic to Burmese.
    case 0x200C, 0x200D: return ![last, next].allSatisfy { $0.map(isJoined) ?? false }
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return true
      default: return scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }

  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    let isEmoji = scalar.value == 0xFE0F || scalar.value > 0xFF && scalar.properties.isEmoji
    return isEmoji || (0x600...0x109F).contains(scalar.value) && scalar.properties.generalCategory != .format
  }
}
