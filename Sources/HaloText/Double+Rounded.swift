extension Double {
  /// Rounds to a multiple of 1 / `parts`: 10 rounds to tenths, 1000 to thousandths.
  package func rounded(parts: Double) -> Double { (self * parts).rounded() / parts }
}
