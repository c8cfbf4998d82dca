import HaloDaemon
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the output can show.
struct Terminal {
  /// Columns of text.
  let width: Int
  /// Whether colours may be used.
  let usesColor: Bool
  /// Whether characters beyond ASCII are shown as what they are.
  var usesUnicode = true

  /// Standard output as it is: its width where it is a terminal (80 columns otherwise), colours where it is one and
  /// `NO_COLOR` (no-color.org) is not set.
  static func current() -> Terminal {
    let isTerminal = isTerminal(.standardOutput)
    let noColor = ProcessVariable.value("NO_COLOR").map { !$0.isEmpty } ?? false
    let width = (isTerminal ? windowWidth() : nil) ?? ProcessVariable.value("COLUMNS").flatMap { Int($0) } ?? 80
    return Terminal(
      width: min(max(width, 20), 1000),
      usesColor: isTerminal && !noColor && ProcessVariable.value("TERM") != "dumb",
      usesUnicode: isUnicode(ProcessVariable.value))
  }

  /// Whether the locale's characters are Unicode's (POSIX, "Environment Variables": the first of these that is set counts).
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable)
    guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// Whether a person sits at the other end.
  static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// `text` in `color`, where colours may be used.
  func paint(_ text: String, _ color: Color) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The colours of the sixteen that every terminal has, by their codes.
  enum Color: String {
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
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
