extension StringProtocol {
  /// Returns the text, padded with trailing spaces to a width.
  func padded(to columns: Int) -> String { self + String(repeating: " ", count: Swift.max(0, columns - count)) }

  /// Returns the text, padded with leading spaces to a width.
  func rightAligned(in columns: Int) -> String { String(repeating: " ", count: Swift.max(0, columns - count)) + self }
}
