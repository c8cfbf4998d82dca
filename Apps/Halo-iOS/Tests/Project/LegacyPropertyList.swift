/// An old-style property list, the format of Xcode's project files: `{ key = value; list = (a, b, ); }`.
indirect enum LegacyPropertyList: Equatable {
  case string(String)
  case list([LegacyPropertyList])
  case dictionary([String: LegacyPropertyList])

  struct SyntaxError: Error, Equatable, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "line \(line): \(message)" }
  }

  init(parsing text: String) throws {
    var parser = Parser(text: [Unicode.Scalar](text.unicodeScalars))
    self = try parser.value()
    try parser.skip()
    if let rest = parser.next { throw parser.error("'\(rest)' after the end") }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var list: [LegacyPropertyList]? { if case .list(let value) = self { value } else { nil } }
  var dictionary: [String: LegacyPropertyList]? { if case .dictionary(let value) = self { value } else { nil } }

  subscript(key: String) -> LegacyPropertyList? { dictionary?[key] }

  private struct Parser {
    let text: [Unicode.Scalar]
    var place = 0

    init(text: [Unicode.Scalar]) { self.text = text }

    var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

    func error(_ message: String) -> SyntaxError {
      SyntaxError(line: 1 + text[..<min(place, text.count)].count { $0 == "\n" }, message: message)
    }

    func isNext(_ token: String) -> Bool { text[place...].starts(with: token.unicodeScalars) }

    /// Skips whitespace and comments.
    mutating func skip() throws {
      while let scalar = next {
        if scalar.properties.isWhitespace {
          place += 1
        } else if isNext("//") {
          while let scalar = next, scalar != "\n" { place += 1 }
        } else if isNext("/*") {
          place += 2
          while next != nil, !isNext("*/") { place += 1 }
          guard next != nil else { throw error("unterminated comment") }
          place += 2
        } else {
          return
        }
      }
    }

    mutating func expect(_ scalar: Unicode.Scalar) throws {
      try skip()
      guard next == scalar else { throw error("'\(scalar)' expected, not '\(next.map(String.init) ?? "the end")'") }
      place += 1
    }

    mutating func value() throws -> LegacyPropertyList {
      try skip()
      switch next {
      case "{":
        place += 1
        var entries: [String: LegacyPropertyList] = [:]
        while true {
          try skip()
          if next == "}" { break }
          let key = try token()
          try expect("=")
          let value = try value()
          try expect(";")
          if entries.updateValue(value, forKey: key) != nil { throw error("duplicate key '\(key)'") }
        }
        place += 1
        return .dictionary(entries)
      case "(":
        place += 1
        var items: [LegacyPropertyList] = []
        while true {
          try skip()
          if next == ")" { break }
          items.append(try value())
          try skip()
          if next == ")" { break }
          try expect(",")
        }
        place += 1
        return .list(items)
      default:
        return .string(try token())
      }
    }

    /// Parses a word or a quoted string.
    mutating func token() throws -> String {
      try skip()
      var result = String.UnicodeScalarView()
      guard next == "\"" else {
        while let scalar = next, scalar.isASCII,
          scalar.properties.isAlphabetic || "0123456789_./$:-".unicodeScalars.contains(scalar)
        {
          // Xcode quotes strings that contain a hyphen.
          if scalar == "-" { throw error("'-' requires quotes") }
          result.append(scalar)
          place += 1
        }
        guard !result.isEmpty else { throw error("a word expected, not '\(next.map(String.init) ?? "the end")'") }
        return String(result)
      }
      place += 1
      while let scalar = next, scalar != "\"" {
        place += 1
        guard scalar == "\\" else {
          result.append(scalar)
          continue
        }
        guard let escaped = next else { break }
        result.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
        place += 1
      }
      guard next == "\"" else { throw error("unterminated string") }
      place += 1
      return String(result)
    }
  }
}
