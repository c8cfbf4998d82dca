public import HaloText

/// HRV of a recording's intervals, or the reason why there is no trustworthy value.
public struct VariabilityAnalysis: Sendable {
  /// The values; `nil` if they were refused.
  public let variability: HeartRateVariability?
  /// The reason for the refusal.
  public let refusal: Phrase?
  /// A caveat about the values, if any.
  public let notice: String?
  /// The check of the intervals; `nil` if the beats were found in a signal.
  public let check: BeatCheck?
  /// The faulty beats. Extra beats are removed; intervals next to other faults are not used.
  public let faults: BeatFaults
  /// The number of beats.
  public let beats: Int
  /// The number of intervals used.
  public let used: Int
  /// The intervals without extra beats; ``verdicts`` has the classification of each.
  public let intervals: [BeatInterval]
  /// The classification of each interval.
  public let verdicts: [IntervalRepair.Verdict]
  /// True for each interval that is used.
  public let counts: [Bool]

  /// The minimum number of used intervals.
  public static let fewest = 30
  /// If a larger share of the intervals is unused, the result is refused.
  public static let maximumLoss = 0.6
  /// If a larger share of the beats is faulty, the result is refused.
  public static let maximumFaultShare = 0.1
  /// The same for three or more kinds of faults, which indicate noise; noise also shifts beats by amounts too small to
  /// detect.
  static let maximumMixedFaultShare = 0.065
  /// If the largest 5 % of the changes have a larger share of the power, undetected faults remain: in clean series it
  /// is 0.15 to 0.3.
  static let maximumDominance = 0.4
  /// From this share on, narrower thresholds are tried.
  static let suspiciousDominance = 0.32
  /// The ratio of RMSSD to the mean interval from which a rhythm is called irregular.
  static let irregular = 0.1
  /// The resolution of intervals from light, in ms; RMSSD and SDNN of a heart are never both below it.
  static let finest = 1.5
  /// Beats with a lower quality are not used.
  public static let likeness = 0.6

  /// Analyzes intervals measured by a device, in ms. They are successive; a non-finite value marks a gap.
  public init(measured milliseconds: [Double]) {
    let check = BeatCheck([.init(milliseconds)])
    let usable = check.repeats > 0 ? zip(milliseconds, check.isUsable.joined()).filter(\.1).map(\.0) : milliseconds
    var time = 0.0
    let rows = usable.split { !$0.isFinite }.map { row in
      // The length of a gap is unknown; adding one second separates its neighbors.
      time += 1
      return row.map { value in
        time += max(value, 0) / 1000
        return BeatInterval(time: time, milliseconds: value)
      }
    }
    self.init(
      rows: rows, beats: rows.reduce(0) { $0 + $1.count + 1 }, repair: .measured, isLight: false, check: check)
  }

  /// Analyzes beats in light: pulses whose wave resembles the others.
  public init(pulses beats: [Beat]) {
    self.init(beats, repair: .pulses, isLight: true)
  }

  /// Analyzes beats in an electrocardiogram.
  public init(electrocardiogram beats: [Beat]) {
    self.init(beats, repair: .measured, isLight: false)
  }

  private init(_ beats: [Beat], repair: IntervalRepair, isLight: Bool) {
    var rows: [[BeatInterval]] = []
    var row: [BeatInterval] = []
    for (before, beat) in zip(beats, beats.dropFirst()) {
      let seconds = beat.time - before.time
      // A gap's content is unknown.
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

  private init(rows: [[BeatInterval]], beats: Int, repair: IntervalRepair, isLight: Bool, check: BeatCheck? = nil) {
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
    if isLight { Self.excludeOutliers(intervals, &counts) }
    self.intervals = intervals
    self.verdicts = verdicts
    self.counts = counts
    self.beats = beats
    self.check = check
    self.faults = faults
    used = counts.count { $0 }
    let lost = intervals.isEmpty ? 1 : 1 - Double(used) / Double(intervals.count)
    let variability = HeartRateVariability(intervals, counts: counts)
    refusal =
      if used < Self.fewest {
        Phrase(
          "too few beats: \(used) of \(intervals.count) intervals between beats are usable, \(Self.fewest) are needed")
      } else if let reason = check?.refusal ?? (Self.isConstant(intervals, counts) ? BeatCheck.constant : nil) {
        reason
      } else if lost > Self.maximumLoss {
        Phrase("too few clear beats: \(intervals.count - used) of \(intervals.count) intervals had to be excluded")
      } else if !isLight,
        Double(faults.total) > (faults.kinds < 3 ? Self.maximumFaultShare : Self.maximumMixedFaultShare) * Double(beats)
      {
        Phrase(
          """
          \(faults.total) of \(beats) beats are faulty or irregular (missed \(faults.missed), extra \(faults.extra), \
          ectopic \(faults.ectopic), misplaced \(faults.misplaced)): HRV requires a regular rhythm with few faults
          """)
      } else if variability == nil {
        Phrase("no two successive intervals between beats are usable")
      } else if isLight, let variability, variability.rmssd < Self.finest, variability.sdnn < Self.finest {
        Phrase("the beats are more regular than any heart: the signal has another source")
      } else if !isLight, dominance > Self.maximumDominance {
        Phrase("a few large changes dominate the variability: faulty beats, which cannot be identified")
      } else {
        nil
      }
    self.variability = refusal == nil ? variability : nil
    notice = self.variability.flatMap { values in
      guard values.rmssd > Self.irregular * values.mean else { return nil }
      let share = Int((100 * values.rmssd / values.mean).rounded())
      return "RMSSD is \(share) % of the mean interval: the rhythm is irregular, or strongly affected by breathing"
    }
  }

  /// Returns the share of the power that the largest 5 % of the changes have, in segments of 60 or more.
  private static func dominance(_ intervals: [BeatInterval], _ counts: [Bool]) -> Double {
    let squares = intervals.indices.dropFirst().compactMap { index -> Double? in
      guard counts[index], counts[index - 1] else { return nil }
      let change = intervals[index].milliseconds - intervals[index - 1].milliseconds
      return change * change
    }
    var largest = 0.0
    var all = 0.0
    let parts = max(1, squares.count / 60)
    for part in 0..<parts {
      let stretch = squares[squares.count * part / parts..<squares.count * (part + 1) / parts].sorted()
      largest += stretch.suffix(max(1, stretch.count / 20)).reduce(0, +)
      all += stretch.reduce(0, +)
    }
    return all > 0 ? largest / all : 0
  }

  /// Returns whether all used intervals are exactly equal, which is impossible for a heart.
  private static func isConstant(_ intervals: [BeatInterval], _ counts: [Bool]) -> Bool {
    guard let first = counts.firstIndex(of: true) else { return false }
    return intervals.indices.allSatisfy { !counts[$0] || intervals[$0].milliseconds == intervals[first].milliseconds }
  }

  /// Excludes intervals that are far from the median of their neighbors, with thresholds recomputed after the obvious
  /// faults are gone.
  private static func excludeOutliers(_ intervals: [BeatInterval], _ counts: inout [Bool]) {
    let good = intervals.indices.filter { counts[$0] }
    let values = good.map { intervals[$0].milliseconds }
    let distances = zip(values, SortedWindow.medians(of: values, reach: 5)).map { abs($0 - $1) }
    let sorted = distances.sorted()
    let limit = max(80, 6 * 1.4826 * IntervalRepair.quantile(sorted, 0.5))
    for (number, index) in good.enumerated() where distances[number] > limit { counts[index] = false }
  }
}
