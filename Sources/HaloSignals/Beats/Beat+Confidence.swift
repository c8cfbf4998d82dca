extension Beat {
  /// The probability, 0…1, that the beat is real: of beats with 0.9, about 90 of 100 are right. Learned from recordings
  /// with a reference, as a function of ``quality``.
  ///
  /// - Parameter isElectric: true for beats in an electrocardiogram, false for beats in light.
  public func confidence(isElectric: Bool) -> Double {
    let knots = BeatConfidence.knots
    let table = isElectric ? BeatConfidence.electric : BeatConfidence.light
    let right = knots.firstIndex { $0 >= quality } ?? knots.count - 1
    guard right > 0 else { return table[0] }
    let share = min((quality - knots[right - 1]) / (knots[right] - knots[right - 1]), 1)
    return table[right - 1] + share * (table[right] - table[right - 1])
  }
}
