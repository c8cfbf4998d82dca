/// Formats JSON for people: sorted keys, and one line per value if it fits.
package enum ReadableJSON {
  private static let width = 160

  /// Returns `value` as text. Its sentences are in English, because the text is sent to developers.
  package static func text(_ value: some Encodable) throws -> String {
    var text: [UInt8] = []
    let json = try Wording.$current.withValue(Wording()) { try VisibleText.json(value) }
    append(Array(json.utf8)[...], indent: 0, to: &text)
    return String(decoding: text, as: UTF8.self) + "\n"
  }

  /// Appends compact JSON, broken into lines if it is long.
  private static func append(_ json: ArraySlice<UInt8>, indent: Int, to text: inout [UInt8]) {
    let parts = parts(json)
    guard let open = json.first, let close = json.last, !parts.isEmpty, indent == 0 || json.count + indent > width
    else {
      return text += spaced(json)
    }
    let line = [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: indent)
    text.append(open)
    for (number, part) in parts.enumerated() {
      text += line + Array("  ".utf8)
      var value = part
      if open == UInt8(ascii: "{"), let colon = end(of: part) {
        text += part[..<colon] + Array(": ".utf8)
        value = part[(colon + 1)...]
      }
      append(value, indent: indent + 2, to: &text)
      if number < parts.count - 1 { text.append(UInt8(ascii: ",")) }
    }
    text += line
    text.append(close)
  }

  /// Returns the end of the string at the start of the JSON.
  private static func end(of json: ArraySlice<UInt8>) -> Int? {
    var indices = json.indices.dropFirst().makeIterator()
    while let index = indices.next() {
      if json[index] == UInt8(ascii: "\"") { return index + 1 }
      if json[index] == UInt8(ascii: "\\") { _ = indices.next() }
    }
    return nil
  }

  /// Returns the elements of an array or object; empty for other values.
  private static func parts(_ json: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard json.count > 2, json.first == UInt8(ascii: "[") || json.first == UInt8(ascii: "{") else { return [] }
    let inside = json.dropFirst().dropLast()
    var parts = [ArraySlice<UInt8>]()
    var start = inside.startIndex
    var depth = 0
    var index = inside.startIndex
    while index < inside.endIndex {
      switch inside[index] {
      case UInt8(ascii: "\""): index = (end(of: inside[index...]) ?? inside.endIndex) - 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(inside[start..<index])
        start = index + 1
      default: break
      }
      index += 1
    }
    return parts + [inside[start...]]
  }

  /// Returns compact JSON with a space after each comma and colon outside strings.
  private static func spaced(_ json: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var index = json.startIndex
    while index < json.endIndex {
      let next = json[index] == UInt8(ascii: "\"") ? end(of: json[index...]) ?? json.endIndex : index + 1
      text += json[index..<next]
      if json[index] == UInt8(ascii: ",") || json[index] == UInt8(ascii: ":") { text.append(UInt8(ascii: " ")) }
      index = next
    }
    return text
  }
}
