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
    var places = json.indices.dropFirst().makeIterator()
    while let place = places.next() {
      if json[place] == UInt8(ascii: "\"") { return place + 1 }
      if json[place] == UInt8(ascii: "\\") { _ = places.next() }
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
    var place = inside.startIndex
    while place < inside.endIndex {
      switch inside[place] {
      case UInt8(ascii: "\""): place = (end(of: inside[place...]) ?? inside.endIndex) - 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(inside[start..<place])
        start = place + 1
      default: break
      }
      place += 1
    }
    return parts + [inside[start...]]
  }

  /// Returns compact JSON with a space after each comma and colon outside strings.
  private static func spaced(_ json: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var place = json.startIndex
    while place < json.endIndex {
      let next = json[place] == UInt8(ascii: "\"") ? end(of: json[place...]) ?? json.endIndex : place + 1
      text += json[place..<next]
      if json[place] == UInt8(ascii: ",") || json[place] == UInt8(ascii: ":") { text.append(UInt8(ascii: " ")) }
      place = next
    }
    return text
  }
}
