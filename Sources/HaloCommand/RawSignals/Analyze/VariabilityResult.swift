import HaloInterchange
import HaloSignals

/// The HRV of a recording.
struct VariabilityResult {
  let analysis: VariabilityAnalysis
  /// The reason why there is no value.
  let refusal: Phrase?
  let summary: SignalSummary
  /// The column that was read.
  let column: String

  /// The longest recording for which a single value is meaningful, in milliseconds.
  private static let longest = Double(Duration.hours(26).milliseconds)

  /// Finds the beats in a signal: PPG, or an ECG.
  init(of signal: any SignalSource, column: String, isElectric: Bool) throws {
    var beats: [Beat] = []
    var isTooLong = false
    let (facts, summary) = try signal.beats(isElectric: isElectric, leastQuality: 0) { beat in
      if beat.time > Self.longest { isTooLong = true } else { beats.append(beat) }
    }
    analysis = isElectric ? VariabilityAnalysis(electrocardiogram: beats) : VariabilityAnalysis(pulses: beats)
    refusal = facts.refusal(summary) ?? (isTooLong ? Self.tooLong : analysis.refusal)
    self.summary = summary
    self.column = column
  }

  /// Uses intervals that a device measured, a row each, in milliseconds.
  init(ofIntervals signal: any SignalSource, column: String) throws {
    var values: [Double] = []
    var total = 0.0
    summary = try signal.read { block in
      for value in block.values[0] where total < Self.longest {
        // Keep missing intervals as gaps, so that the intervals around them do not count as successive.
        values.append(value)
        if value.isFinite { total += max(value, 0) }
      }
    }
    analysis = VariabilityAnalysis(measured: values)
    refusal =
      summary.rows == 0
      ? Phrase("there are no intervals") : total >= Self.longest ? Self.tooLong : analysis.refusal
    self.column = column
  }

  /// Returns the HRV of the column with the most used intervals, preferring columns that have a result. There is at least
  /// one column.
  static func best(of columns: [String], _ result: (String) throws -> VariabilityResult) rethrows -> VariabilityResult {
    func rank(_ result: VariabilityResult) -> (Int, Int) { (result.refusal == nil ? 1 : 0, result.analysis.used) }
    return try columns.dropFirst().reduce(result(columns[0])) { best, column in
      let other = try result(column)
      return rank(other) > rank(best) ? other : best
    }
  }

  private static let tooLong = Phrase(
    "the recording is longer than a day, too long for a single value; choose a part of it")
}
