/// Detects faulty intervals between beats: missed, extra, early or late beats.
///
/// The first step uses rules relative to the median of 15 intervals, which neither the person's variability nor the
/// faults widen. An interval longer than 1.7 medians contains a missed beat. Two neighbors that add up to one interval
/// were split by an extra beat; they are joined. A short interval followed by a long one that add up to two intervals
/// mark an ectopic beat. So does a short interval among longer ones without a pause after it (a premature atrial beat),
/// if it is shorter by more than any usual interval is longer.
///
/// The second step detects smaller faults with the method of Lipponen and Tarvainen (J. Med. Eng. Technol. 43, 2019):
/// the change between intervals, and the distance of an interval from the median of eleven, each compared with a
/// threshold of 5.2 quartile deviations of the 91 surrounding values, without those that the rules found. It differs
/// from the paper in two ways. A threshold is never below ``floor`` nor below a number of standard deviations
/// (estimated from the median absolute deviation), so that a regular or an evenly scattered series loses nothing; the
/// paper's threshold would reject 3 of 100 normal intervals. And faulty intervals are excluded instead of replaced:
/// invented intervals reduce the variability.
///
/// The last step detects smaller displacements: each beat is compared with the position predicted by the two beats on
/// both sides.
public struct IntervalRepair: Sendable {
  /// The classification of an interval.
  public enum Verdict: String, Sendable, Codable {
    case good
    /// A beat came too early or too late, and the next interval compensated.
    case ectopic
    /// A beat is missing within the interval.
    case missed
    /// The interval was split by a false detection.
    case extra
    /// The interval is too long or too short for another reason.
    case outlier
  }

  /// The minimum change, or distance from the median, of a faulty interval, in milliseconds.
  public var floor: Double
  /// The same minimum in standard deviations, for each pass. If a few changes dominate the variability although a pass
  /// found no faults in them, the next pass is tried.
  public var passes: [Double]

  /// For intervals measured by a device: few are rejected.
  public static let measured = IntervalRepair(floor: 60, passes: [4.5, 3.5, 2.8])
  /// For intervals between pulses in light, whose noise causes outliers: the paper's thresholds.
  public static let pulses = IntervalRepair(floor: 40, passes: [0])

  /// The result for a sequence of intervals.
  struct Repaired {
    var intervals: [BeatInterval]
    /// The classification of each interval.
    var verdicts: [Verdict]
    var faults = BeatFaults()
  }

  /// Repairs a sequence of intervals without gaps.
  ///
  /// - Parameter pass: 0, or higher for narrower thresholds: see ``passes``.
  func repaired(_ row: [BeatInterval], pass: Int = 0) -> Repaired {
    var repaired = Self.withoutExtraBeats(row)
    Self.mark(&repaired)
    refine(&repaired, spread: passes[min(pass, passes.count - 1)])
    markMisplaced(&repaired)
    return repaired
  }

  /// Joins intervals split by an extra beat, relative to the local median: two neighbors, one of them shorter than 0.8
  /// medians, that add up to one interval. Their sum is the measured distance between the beats on both sides.
  private static func withoutExtraBeats(_ row: [BeatInterval]) -> Repaired {
    let values = row.map(\.milliseconds)
    let medians = SortedWindow.medians(of: values, reach: 7)
    func excess(_ index: Int) -> Double { abs(values[index] + values[index + 1] - medians[index]) }
    func isCut(_ index: Int) -> Bool {
      guard index + 1 < values.count else { return false }
      let one = values[index]
      let two = values[index + 1]
      let median = medians[index]
      return one >= 0 && two >= 0 && min(one, two) < 0.8 * median && max(one, two) < 0.95 * median
        && excess(index) < 0.35 * median
    }
    var repaired = Repaired(intervals: [], verdicts: [])
    var index = 0
    while index < row.count {
      var interval = row[index]
      if isCut(index), !(isCut(index + 1) && excess(index + 1) < excess(index)) {
        let next = row[index + 1]
        interval = BeatInterval(
          time: next.time, milliseconds: interval.milliseconds + next.milliseconds,
          quality: min(interval.quality, next.quality))
        repaired.faults.extra += 1
        index += 1
      }
      repaired.intervals.append(interval)
      index += 1
    }
    return repaired
  }

  /// Marks missed and ectopic beats relative to the local median, and intervals outside the physiological range.
  private static func mark(_ repaired: inout Repaired) {
    let values = repaired.intervals.map(\.milliseconds)
    let medians = SortedWindow.medians(of: values, reach: 7)
    repaired.verdicts = [Verdict](repeating: .good, count: values.count)
    for index in values.indices where repaired.verdicts[index] == .good {
      let value = values[index]
      let median = medians[index]
      // The heart rate is between 20 and 300 bpm.
      if !(200...3000).contains(value) { repaired.verdicts[index] = .outlier }
      if value > 1.7 * median {
        repaired.verdicts[index] = .missed
        repaired.faults.missed += 1
      } else if index + 1 < values.count, value < 0.88 * median, values[index + 1] > 1.05 * median,
        values[index + 1] - value > 0.35 * median, abs(value + values[index + 1] - 2 * median) < 0.3 * median
      {
        repaired.verdicts[index] = .ectopic
        repaired.verdicts[index + 1] = .ectopic
        repaired.faults.ectopic += 1
      }
    }
    markPremature(values, &repaired)
  }

  /// Marks premature beats without a pause: intervals below 0.85 of the mean of ten neighbors, and of the median of the
  /// five on either side. The breath shortens intervals as much as it lengthens them, so a premature beat is also
  /// farther from them than all but 1 of 50 of the longer intervals, by a quarter.
  private static func markPremature(_ values: [Double], _ repaired: inout Repaired) {
    let good = values.indices.filter { repaired.verdicts[$0] == .good }
    guard good.count > 20 else { return }
    let row = good.map { values[$0] }
    let medians = SortedWindow.medians(of: row, reach: 5)
    let longest = quantile(zip(row, medians).map { $0 / $1 }.sorted(), 0.98)
    let limit = 1 - max(0.15, 1.25 * (longest - 1))
    for index in row.indices where row[index] < 0.9 * medians[index] {
      let sides = [index - 5..<index, index + 1..<index + 6].map { row[$0.clamped(to: row.indices)].sorted() }
      let all = sides.joined()
      let least = min(
        all.reduce(0, +) / Double(all.count), sides.filter { !$0.isEmpty }.map { quantile($0, 0.5) }.min() ?? 0)
      if row[index] < limit * least {
        repaired.verdicts[good[index]] = .ectopic
        repaired.faults.ectopic += 1
      }
    }
  }

  /// Detects smaller faults with the method of Lipponen and Tarvainen. Its thresholds are computed from the intervals
  /// that the rules left, so that faults do not widen them. Runs twice: the faults of the first run are excluded in the
  /// second.
  private func refine(_ repaired: inout Repaired, spread: Double) {
    let values = repaired.intervals.map(\.milliseconds)
    for _ in 0..<2 {
      let good = values.indices.filter { repaired.verdicts[$0] == .good }
      guard good.count > 3 else { return }
      let verdicts = verdicts(values, good: good, spread: spread)
      var run: [Verdict] = []
      for index in 0...values.count {
        if index < values.count, repaired.verdicts[index] == .good, verdicts[index] != .good {
          repaired.verdicts[index] = verdicts[index]
          run.append(verdicts[index])
        } else if !run.isEmpty {
          // A misplaced beat spoils the intervals on both sides.
          let beats = (run.count + 1) / 2
          if run.contains(.missed) {
            repaired.faults.missed += beats
          } else if run.contains(.extra) {
            repaired.faults.extra += beats
          } else if run.contains(.ectopic) {
            repaired.faults.ectopic += beats
          } else {
            repaired.faults.misplaced += beats
          }
          run = []
        }
      }
    }
  }

  /// Marks the intervals beside beats that are far from the position predicted by the cubic through the two beats on
  /// both sides: more than 4.5 standard deviations (estimated from the median absolute deviation) of the 91 surrounding
  /// distances, and at least 45 ms. Runs twice: the first findings no longer widen the limit.
  private func markMisplaced(_ repaired: inout Repaired) {
    let values = repaired.intervals.map(\.milliseconds)
    func isGood(_ index: Int) -> Bool { (index - 1...index + 2).allSatisfy { repaired.verdicts[$0] == .good } }
    for _ in 0..<2 {
      let indices = values.indices.dropFirst().dropLast(2).filter(isGood)
      guard indices.count > 10 else { return }
      var distances = [Double](repeating: 0, count: values.count)
      for index in indices {
        let change = values[index] - values[index + 1]
        distances[index] = abs(3 * change + values[index + 2] - values[index - 1]) / 6
      }
      let limits = limits(distances, from: indices, spread: 4.5, floor: 45)
      // The farthest first: a misplaced beat distorts the prediction of its neighbors.
      for index in indices.filter({ distances[$0] > limits[$0] }).sorted(by: { distances[$0] > distances[$1] })
      where isGood(index) {
        repaired.verdicts[index] = .outlier
        repaired.verdicts[index + 1] = .outlier
        repaired.faults.misplaced += 1
      }
    }
  }

  /// Classifies each interval (ms), with thresholds computed from those at `good`.
  private func verdicts(_ measured: [Double], good: [Int], spread: Double) -> [Verdict] {
    let count = measured.count
    var verdicts = [Verdict](repeating: .good, count: count)
    var next = 0
    let medians = SortedWindow.medians(of: good.map { measured[$0] }, reach: 5)
    let isGood = good.reduce(into: [Bool](repeating: false, count: count)) { $0[$1] = true }
    let median = (0..<count).map { index -> Double in
      while next + 1 < good.count, good[next] < index { next += 1 }
      return medians[next]
    }
    // Faulty intervals are replaced by the median for this test.
    let intervals = (0..<count).map { isGood[$0] ? measured[$0] : median[$0] }
    let changes = (0..<count).map { (index: Int) -> Double in
      index == 0 ? 0 : intervals[index] - intervals[index - 1]
    }
    let distance = (0..<count).map { index in
      let distance = intervals[index] - median[index]
      return distance < 0 ? 2 * distance : distance
    }
    let changeLimit = limits(changes, from: good.filter { $0 == 0 || isGood[$0 - 1] }, spread: spread, floor: floor)
    let distanceLimit = limits(distance, from: good, spread: spread, floor: floor)
    let step = (0..<count).map { changes[$0] / changeLimit[$0] }
    func change(at index: Int) -> Double { step.indices.contains(index) ? step[index] : 0 }
    for index in 0..<count {
      let here = step[index]
      let beside =
        here > 0 ? max(change(at: index - 1), change(at: index + 1)) : min(change(at: index - 1), change(at: index + 1))
      let after =
        here >= 0
        ? min(change(at: index + 1), change(at: index + 2)) : max(change(at: index + 1), change(at: index + 2))
      let away = distance[index] / distanceLimit[index]
      let line: Double = -0.13 * here
      if (here > 1 && beside < line - 0.17) || (here < -1 && beside > line + 0.17) {
        verdicts[index] = .ectopic
        if index > 0 { verdicts[index - 1] = .ectopic }
      }
      guard abs(here) > 1 || abs(away) > 3 else { continue }
      let isLong = (here > 1 && after < -1) || away > 3
      let isShort = (here < -1 && after > 1) || away < -3
      if isLong, abs(intervals[index] / 2 - median[index]) < distanceLimit[index] {
        verdicts[index] = .missed
      } else if isShort, index + 1 < count,
        abs(intervals[index] + intervals[index + 1] - median[index]) < distanceLimit[index]
      {
        verdicts[index] = .extra
        verdicts[index + 1] = .extra
      } else if (isLong || isShort) && verdicts[index] == .good {
        verdicts[index] = .outlier
      }
    }
    return verdicts
  }

  /// Returns the threshold at each position: 5.2 quartile deviations of the values at the 91 surrounding `indices`.
  private func limits(_ values: [Double], from indices: [Int], spread: Double, floor: Double) -> [Double] {
    let sizes = indices.map { abs(values[$0]) }
    var window = SortedWindow()
    var limit = floor
    var next = 0
    return values.indices.map { index in
      while next < indices.count, indices[next] < index { next += 1 }
      // The quartiles of 91 values change slowly, so they are updated at every tenth position.
      if index.isMultiple(of: 10) {
        window.slide(to: max(0, min(next, sizes.count) - 45)..<min(sizes.count, next + 46), of: sizes)
        guard !window.sorted.isEmpty else { return limit }
        let deviation = (Self.quantile(window.sorted, 0.75) - Self.quantile(window.sorted, 0.25)) / 2
        limit = max(5.2 * deviation, floor, spread * 1.4826 * Self.quantile(window.sorted, 0.5))
      }
      return limit
    }
  }

  /// Returns a quantile of sorted values, interpolated linearly.
  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let position = share * Double(last)
    let left = Int(position)
    let right = min(left + 1, last)
    return sorted[left] + (sorted[right] - sorted[left]) * (position - Double(left))
  }
}
