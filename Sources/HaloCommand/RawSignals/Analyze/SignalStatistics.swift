import HaloInterchange

/// Statistics of a signal, collected while it is read.
struct SignalStatistics {
  private(set) var count = 0
  private(set) var lowest = Double.infinity
  private(set) var highest = -Double.infinity
  private var atLowest = 0
  private var atHighest = 0

  mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    if value < lowest { (lowest, atLowest) = (value, 0) }
    if value > highest { (highest, atHighest) = (value, 0) }
    if value == lowest { atLowest += 1 }
    if value == highest { atHighest += 1 }
  }

  /// The share of values that equal the minimum or the maximum, 0…1.
  var atLimits: Double { count == 0 ? 0 : Double(lowest == highest ? count : atLowest + atHighest) / Double(count) }

  /// Returns the reason why the signal cannot be used; `nil` if it may be usable.
  func refusal(_ summary: SignalSummary) -> Phrase? {
    if let refusal = summary.refusal { return refusal }
    if count == 0 { return Phrase("all values are missing") }
    if count == 1 { return Phrase("there is only one sample") }
    if lowest == highest { return Phrase("the signal is constant") }
    if atLimits > 0.4 { return Phrase("the signal is clipped: \(Int(atLimits * 100)) % of it is at its limits") }
    if Double(count) < 0.5 * Double(summary.rows) { return Phrase("more than half of the values are missing") }
    if summary.duration < 3 { return Phrase("the recording is shorter than three seconds") }
    return nil
  }
}
