extension StringProtocol {
  /// Returns the text, padded with trailing spaces to a width.
  package func padded(to columns: Int) -> String { self + String(repeating: " ", count: Swift.max(0, columns - count)) }

  /// The text without trailing spaces.
  package var trimmingEnd: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }

  /// Returns the text, padded with leading spaces to a width.
  package func rightAligned(in columns: Int) -> String {
    String(repeating: " ", count: Swift.max(0, columns - count)) + self
  }
}
