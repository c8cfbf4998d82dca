extension StringProtocol {
  /// This text, and spaces after it up to a width.
  func padded(to columns: Int) -> String { self + String(repeating: " ", count: Swift.max(0, columns - count)) }

  /// Spaces up to a width, then this text.
  func rightAligned(in columns: Int) -> String { String(repeating: " ", count: Swift.max(0, columns - count)) + self }
}
