extension Double {
  /// Rounds to a part of one: 10 to tenths.
  package func rounded(parts: Double) -> Double { (self * parts).rounded() / parts }
}
