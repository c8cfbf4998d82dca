import HaloLibc
@_exported public import HaloText
import SystemPackage

/// The capabilities of the output.
package struct Terminal {
  /// The width in columns.
  package var width: Int
  /// True if colors may be used.
  package let usesColor: Bool
  /// True if non-ASCII characters are displayed correctly.
  package var usesUnicode = true

  /// An output that is no terminal.
  package static let plain = Terminal(width: 80, usesColor: false)

  /// The capabilities of standard output. The width is the terminal's, otherwise `COLUMNS` or 80. Colors are used on
  /// a terminal, unless `NO_COLOR` (no-color.org) is set.
  package static func current() -> Terminal {
    let isTerminal = isTerminal(.standardOutput)
    let variables = StandardStreams.current.environment
    let noColor = !(variables["NO_COLOR"] ?? "").isEmpty
    let width = (isTerminal ? windowWidth() : nil) ?? variables["COLUMNS"].flatMap { Int($0) } ?? 80
    return Terminal(
      width: min(max(width, 20), 1000),
      usesColor: isTerminal && !noColor && variables["TERM"] != "dumb",
      usesUnicode: isUnicode { variables[$0] })
  }

  /// True if the locale uses UTF-8 (POSIX, "Environment Variables": the first variable that is set counts).
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable)
    guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// True if the stream is a terminal.
  package static func isTerminal(_ stream: StandardStreams.Stream) -> Bool {
    let streams = StandardStreams.current
    return streams.columns != nil || isatty(streams[stream].rawValue) == 1
  }

  /// Returns `text` in `color`, if colors may be used.
  package func paint(_ text: String, _ color: Color) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Breaks lines that are wider than the terminal at spaces. The rest of a line begins below its second column; without
  /// columns, two further right if the line is indented. A long word begins further left, and is not broken.
  package func fitted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let seen = Self.visible(line)
      guard seen.count > width else { return String(line) }
      let text = seen.prefix { $0 == " " }.count
      let second = seen.dropFirst(text).firstRange(of: /[ ]{2,}/).map {
        seen.distance(from: seen.startIndex, to: $0.upperBound)
      }
      let indent = second.flatMap { $0 <= width / 2 ? $0 : nil } ?? (text == 0 ? 0 : text + 2)
      var result = ""
      var column = 0
      for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        let length = Self.visible(word).count
        if column > indent, column + 1 + length > width {
          column = min(indent, max(0, width - length))
          result = result.trimmingEnd + "\n" + String(repeating: " ", count: column)
        } else if index > 0 {
          result += " "
          column += 1
        }
        result += word
        column += length
      }
      return result
    }.joined(separator: "\n")
  }

  /// The columns of a chart beside `texts`: 10 to `most`.
  package func room(beside texts: [String], most: Int) -> Int {
    max(10, min(most, width - (texts.map { Self.visible($0[...]).count }.max() ?? 0)))
  }

  /// The text without the codes of colors.
  private static func visible(_ text: Substring) -> String { String(text.replacing(/\u{1B}\[[0-9;]*m/, with: "")) }

  /// Colors and styles of the 16-color ANSI palette, by their codes.
  package enum Color: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
    /// Bold and underlined.
    case marked = "1;4"
    case brightBlue = "94"
  }

  private static func windowWidth() -> Int? {
    let streams = StandardStreams.current
    if let columns = streams.columns { return columns }
    var size = winsize()
    guard ioctl(streams[.standardOutput].rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
