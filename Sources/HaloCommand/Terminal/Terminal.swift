import HaloDaemon
import HaloLibc
import SystemPackage

/// The capabilities of the output.
struct Terminal {
  /// The width in columns.
  let width: Int
  /// True if colors may be used.
  let usesColor: Bool
  /// True if non-ASCII characters are displayed correctly.
  var usesUnicode = true

  /// The capabilities of standard output. The width is the terminal's, otherwise `COLUMNS` or 80. Colors are used on
  /// a terminal, unless `NO_COLOR` (no-color.org) is set.
  static func current() -> Terminal {
    let isTerminal = isTerminal(.standardOutput)
    let noColor = EnvironmentVariable.value("NO_COLOR").map { !$0.isEmpty } ?? false
    let width = (isTerminal ? windowWidth() : nil) ?? EnvironmentVariable.value("COLUMNS").flatMap { Int($0) } ?? 80
    return Terminal(
      width: min(max(width, 20), 1000),
      usesColor: isTerminal && !noColor && EnvironmentVariable.value("TERM") != "dumb",
      usesUnicode: isUnicode(EnvironmentVariable.value))
  }

  /// True if the locale uses UTF-8 (POSIX, "Environment Variables": the first variable that is set counts).
  static func isUnicode(_ variable: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable)
    guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// True if the stream is a terminal.
  static func isTerminal(_ stream: ProgramContext.Stream) -> Bool {
    let context = ProgramContext.current
    return context.columns != nil || isatty(context[stream].rawValue) == 1
  }

  /// Returns `text` in `color`, if colors may be used.
  func paint(_ text: String, _ color: Color) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Colors and styles of the 16-color ANSI palette, by their codes.
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
    let context = ProgramContext.current
    if let columns = context.columns { return columns }
    var size = winsize()
    guard ioctl(context[.standardOutput].rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
