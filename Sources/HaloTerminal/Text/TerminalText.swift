/// Text that a terminal may get: characters that people see, line breaks, tabs, and the colors and movements of the cursor
/// that Halo itself uses. It is the last check; texts with names are checked before.
enum TerminalText {
  static func safe(_ text: String) -> String {
    guard text.utf8.contains(0x1B) else { return visible(text[...]) }
    var rest = text[...]
    var result = ""
    while let own = rest.firstMatch(of: /\r?\x1B\[[0-9;]{0,9}[ADHJKm]|^\r/) {
      result += visible(rest[..<own.range.lowerBound]) + own.output
      rest = rest[own.range.upperBound...]
    }
    return result + visible(rest)
  }

  private static func visible(_ text: Substring) -> String {
    VisibleText.replacing(String(text)) { $0 == "\n" || $0 == "\t" ? nil : "?" }
  }
}
