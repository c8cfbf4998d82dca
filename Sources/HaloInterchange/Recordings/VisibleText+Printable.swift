import HaloText

extension VisibleText {
  /// The text with a question mark for each character that is not visible.
  static func printable(_ text: String) -> String { replacing(text) { _ in "?" } }
}
