/// The variability of a recording's intervals, or why there is none that can be trusted.
public struct VariabilityAnalysis: Sendable {
  /// The values; `nil` where they are refused.
  public let variability: HeartRateVariability?
  /// Why there is no value.
  public let refusal: String?
  /// How many beats there are.
  public let beats: Int
  /// How many intervals between them count.
  public let used: Int
  /// The intervals, and what each was taken for.
  public let intervals: [BeatInterval]
  public let verdicts: [IntervalRepair.Verdict]
  /// Whether each counts.
  public let counts: [Bool]

  /// Fewer than that many intervals that count say nothing.
  public static let fewest = 30
  /// Where a larger share of the intervals does not count, the rest is not trusted either.
  public static let largestLoss = 0.6
  /// Beats whose quality is lower do not count.
  public static let likeness = 0.6

  /// From intervals that a device measured, each in ms. They follow one another; one that is missing (not finite) is a gap.
  public init(measured milliseconds: [Double]) {
    var time = 0.0
    let rows = milliseconds.split { !$0.isFinite }.map { row in
      // How long it was is not known; a second stands for it, so that what is beside it are no neighbours.
      time += 1
      return row.map { value in
        time += max(value, 0) / 1000
        return BeatInterval(time: time, milliseconds: value)
      }
    }
    self.init(
      rows: rows, beats: rows.reduce(0) { $0 + $1.count + 1 }, repair: .measured, isLight: false)
  }

  /// From the beats in light: pulses whose wave looks like the others'.
  public init(pulses beats: [Beat]) {
    self.init(beats, repair: .pulses, isLight: true)
  }

  /// From the beats in an electrocardiogram.
  public init(electrocardiogram beats: [Beat]) {
    self.init(beats, repair: .measured, isLight: false)
  }

  private init(_ beats: [Beat], repair: IntervalRepair, isLight: Bool) {
    var rows: [[BeatInterval]] = []
    var row: [BeatInterval] = []
    for (before, beat) in zip(beats, beats.dropFirst()) {
      let seconds = beat.time - before.time
      // Nothing is known about what was in a gap.
      if seconds > 3 {
        rows.append(row)
        row = []
      } else {
        row.append(
          BeatInterval(time: beat.time, milliseconds: seconds * 1000, quality: min(before.quality, beat.quality)))
      }
    }
    self.init(rows: rows + [row], beats: beats.count, repair: repair, isLight: isLight)
  }

  private init(rows: [[BeatInterval]], beats: Int, repair: IntervalRepair, isLight: Bool) {
    let intervals = rows.flatMap(\.self)
    let verdicts = rows.flatMap { repair.verdicts($0.map(\.milliseconds)) }
    var counts = zip(intervals, verdicts).map { interval, verdict in
      verdict == .good && interval.quality >= Self.likeness
    }
    if isLight { Self.leaveOutStrays(intervals, &counts) }
    self.intervals = intervals
    self.verdicts = verdicts
    self.counts = counts
    self.beats = beats
    used = counts.count { $0 }
    let lost = intervals.isEmpty ? 1 : 1 - Double(used) / Double(intervals.count)
    let variability = HeartRateVariability(intervals, counts: counts)
    if used < Self.fewest {
      refusal =
        "too few beats: \(used) of \(intervals.count) intervals between beats can be used, \(Self.fewest) are needed"
    } else if lost > Self.largestLoss {
      refusal =
        "too much is not a clear beat: \(intervals.count - used) of \(intervals.count) intervals had to be left out"
    } else if Self.isConstant(intervals, counts) {
      refusal = "the intervals never change: nothing measured them one by one"
    } else if variability == nil {
      refusal = "no two successive intervals between beats can be used"
    } else {
      refusal = nil
    }
    self.variability = refusal == nil ? variability : nil
  }

  /// Whether all that count are equal to the last digit, which no heart's are.
  private static func isConstant(_ intervals: [BeatInterval], _ counts: [Bool]) -> Bool {
    guard let first = counts.firstIndex(of: true) else { return false }
    return intervals.indices.allSatisfy { !counts[$0] || intervals[$0].milliseconds == intervals[first].milliseconds }
  }

  /// Once what is clearly wrong is gone, thresholds are what they would have been without it: an interval that is far from the median of
  /// its neighbours then does not count either.
  private static func leaveOutStrays(_ intervals: [BeatInterval], _ counts: inout [Bool]) {
    let good = intervals.indices.filter { counts[$0] }
    let values = good.map { intervals[$0].milliseconds }
    let distances = zip(values, SortedWindow.medians(of: values, reach: 5)).map { abs($0 - $1) }
    let sorted = distances.sorted()
    let limit = max(80, 6 * 1.4826 * IntervalRepair.quantile(sorted, 0.5))
    for (place, index) in good.enumerated() where distances[place] > limit { counts[index] = false }
  }
}
