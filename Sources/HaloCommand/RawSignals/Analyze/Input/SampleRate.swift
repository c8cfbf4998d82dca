/// Formats a sample rate: "30", "12.5", "0.001".
enum SampleRate {
  static func text(_ rate: Double) -> String {
    if let whole = Int(exactly: rate) { return TextFormat.grouped(whole) }
    // Round to three decimals, except very low rates.
    return rate < 0.01 ? "\(rate)" : "\(rate.rounded(parts: 1000))"
  }
}
