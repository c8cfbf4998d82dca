/// The variability of a recording's intervals, or why there is none that can be trusted.
public struct VariabilityAnalysis: Sendable {
  /// The values; `nil` where they are refused.
  public let variability: HeartRateVariability?
  /// Why there is no value.
  public let refusal: String?
  /// What to keep in mind about the values; nil if nothing.
  public let notice: String?
  /// How many beats were faulty. Extra beats are taken out; intervals beside the others do not count.
  public let faults: BeatFaults
  /// How many beats there are.
  public let beats: Int
  /// How many intervals between them count.
  public let used: Int
  /// The intervals, without extra beats, and what each was taken for.
  public let intervals: [BeatInterval]
  public let verdicts: [IntervalRepair.Verdict]
  /// Whether each counts.
  public let counts: [Bool]

  /// Fewer than that many intervals that count say nothing.
  public static let fewest = 30
  /// Where a larger share of the intervals does not count, the rest is not trusted either.
  public static let largestLoss = 0.6
  /// If a larger share of the beats is faulty, what is left is not trusted.
  public static let mostFaults = 0.1
  /// The same if they are of three kinds or more: then noise makes them, and it also moves beats by too little to be seen.
  static let mostMixedFaults = 0.065
  /// If the largest twentieth of the changes has a larger share of their power, faults are left among them: in clean series it is 0.15 to 0.3.
  static let mostDominance = 0.4
  /// And from this share on they are looked for by narrower thresholds.
  static let suspiciousDominance = 0.32
  /// RMSSD as a part of the mean interval from which on a rhythm is called irregular.
  static let irregular = 0.1
  /// Light cannot tell intervals apart more finely than by so many ms; RMSSD and SDNN of a heart are never both below it.
  static let finest = 1.5
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
    var intervals: [BeatInterval] = []
    var verdicts: [IntervalRepair.Verdict] = []
    var counts: [Bool] = []
    var faults = BeatFaults()
    var dominance = 0.0
    for pass in repair.passes.indices {
      let repaired = rows.map { repair.repaired($0, pass: pass) }
      intervals = repaired.flatMap(\.intervals)
      verdicts = repaired.flatMap(\.verdicts)
      faults = repaired.reduce(into: BeatFaults()) { $0 += $1.faults }
      counts = zip(intervals, verdicts).map { $1 == .good && $0.quality >= Self.likeness }
      dominance = Self.dominance(intervals, counts)
      if dominance < Self.suspiciousDominance { break }
    }
    if isLight { Self.leaveOutStrays(intervals, &counts) }
    self.intervals = intervals
    self.verdicts = verdicts
    self.counts = counts
    self.beats = beats
    self.faults = faults
    used = counts.count { $0 }
    let lost = intervals.isEmpty ? 1 : 1 - Double(used) / Double(intervals.count)
    let variability = HeartRateVariability(intervals, counts: counts)
    if used < Self.fewest {
      refusal =
        "too few beats: \(used) of \(intervals.count) intervals between beats can be used, \(Self.fewest) are needed"
    } else if lost > Self.largestLoss {
      refusal =
        "too much is not a clear beat: \(intervals.count - used) of \(intervals.count) intervals had to be left out"
    } else if !isLight,
      Double(faults.total) > (faults.kinds < 3 ? Self.mostFaults : Self.mostMixedFaults) * Double(beats)
    {
      refusal =
        "\(faults.total) of \(beats) beats are faulty or irregular (missed \(faults.missed), extra \(faults.extra), "
        + "ectopic \(faults.ectopic), misplaced \(faults.misplaced)): HRV is for a regular rhythm with few faults"
    } else if Self.isConstant(intervals, counts) {
      refusal = "the intervals never change: nothing measured them one by one"
    } else if let variability {
      if isLight, variability.rmssd < Self.finest, variability.sdnn < Self.finest {
        refusal = "the beats are as regular as no heart is: it is a wave of another source"
      } else if !isLight, dominance > Self.mostDominance {
        refusal = "a few large changes decide the variability: beats are faulty there, but which ones is not certain"
      } else {
        refusal = nil
      }
    } else {
      refusal = "no two successive intervals between beats can be used"
    }
    self.variability = refusal == nil ? variability : nil
    notice = self.variability.flatMap { values in
      guard values.rmssd > Self.irregular * values.mean else { return nil }
      let share = Int((100 * values.rmssd / values.mean).rounded())
      return "RMSSD is \(share) % of the mean interval: the rhythm is irregular, or breathing changes it much"
    }
  }

  /// The share that the largest twentieth of the changes has of the power of all, in stretches of 60 or more.
  private static func dominance(_ intervals: [BeatInterval], _ counts: [Bool]) -> Double {
    let squares = intervals.indices.dropFirst().compactMap { index -> Double? in
      guard counts[index], counts[index - 1] else { return nil }
      let change = intervals[index].milliseconds - intervals[index - 1].milliseconds
      return change * change
    }
    var (largest, all) = (0.0, 0.0)
    let parts = max(1, squares.count / 60)
    for part in 0..<parts {
      let stretch = squares[squares.count * part / parts..<squares.count * (part + 1) / parts].sorted()
      largest += stretch.suffix(max(1, stretch.count / 20)).reduce(0, +)
      all += stretch.reduce(0, +)
    }
    return all > 0 ? largest / all : 0
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
