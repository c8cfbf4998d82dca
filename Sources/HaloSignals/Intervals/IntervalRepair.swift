/// Finds the intervals between beats that are none: a beat missed, one too many, one too early or too late.
///
/// First by rules relative to the median of 15 intervals, which neither the person's variability nor the faults themselves widen. An
/// interval longer than 1.7 medians holds a missed beat. Two neighbors that together make one interval were cut by an extra beat; they are
/// joined again. A short one with a long one after it, which together make two, is an ectopic beat.
///
/// Then, for smaller faults, by the method of Lipponen and Tarvainen (J. Med. Eng. Technol. 43, 2019): the change from interval to
/// interval, and the distance of an interval from the median of eleven, each against a threshold that follows how much the 91 around vary
/// (5.2 quartile deviations), without those that the rules found. Two changes from the paper. A threshold is never below ``floor`` nor below
/// a number of standard deviations (told from the median), so that a regular or an evenly scattered series loses nothing; the paper's own
/// would call 3 of 100 normal intervals wrong. And what is wrong is left out rather than replaced: an invented interval makes a variability
/// smaller than it is.
///
/// Last, a beat that is out of place by too little for either: it is compared with the place where the two beats on both sides expect it.
public struct IntervalRepair: Sendable {
  /// What an interval is taken for.
  public enum Verdict: String, Sendable, Codable {
    case good
    /// A beat came too early or too late, and the next one made up for it.
    case ectopic
    /// A beat is missing within it.
    case missed
    /// It was cut by a beat that was none.
    case extra
    /// Too long or too short, for whatever reason.
    case outlier
  }

  /// Milliseconds that a change, or a distance from the median, has at least to be wrong.
  public var floor: Double
  /// Standard deviations that it has at least. If a few changes decide the variability although the first found nothing wrong with them,
  /// the next is tried.
  public var passes: [Double]

  /// Intervals that a device measured: little is called wrong.
  public static let measured = IntervalRepair(floor: 60, passes: [4.5, 3.5, 2.8])
  /// Intervals between pulses in light, whose noise makes outliers: the paper's thresholds.
  public static let pulses = IntervalRepair(floor: 40, passes: [0])

  init(floor: Double, passes: [Double]) {
    self.floor = floor
    self.passes = passes
  }

  /// What became of a row of intervals.
  struct Repaired {
    var intervals: [BeatInterval]
    /// What each of these is.
    var verdicts: [Verdict]
    var faults = BeatFaults()
  }

  /// Repairs a row of intervals that follow one another without a gap.
  ///
  /// - Parameter pass: 0, or more for thresholds that are narrower: see ``passes``.
  func repaired(_ row: [BeatInterval], pass: Int = 0) -> Repaired {
    var repaired = Self.withoutExtraBeats(row)
    Self.mark(&repaired)
    refine(&repaired, spread: passes[min(pass, passes.count - 1)])
    markMisplaced(&repaired)
    return repaired
  }

  /// What the rules relative to the local median call an extra beat: two neighbors, one of them shorter than 0.8 of it, that together
  /// make one interval. Their sum is what was measured between the beats on both sides.
  private static func withoutExtraBeats(_ row: [BeatInterval]) -> Repaired {
    let values = row.map(\.milliseconds)
    let medians = SortedWindow.medians(of: values, reach: 7)
    func excess(_ index: Int) -> Double { abs(values[index] + values[index + 1] - medians[index]) }
    func isCut(_ index: Int) -> Bool {
      guard index + 1 < values.count else { return false }
      let (one, two, median) = (values[index], values[index + 1], medians[index])
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

  /// Marks what the rules relative to the local median call a missed or an ectopic beat, and what no heart does.
  private static func mark(_ repaired: inout Repaired) {
    let values = repaired.intervals.map(\.milliseconds)
    let medians = SortedWindow.medians(of: values, reach: 7)
    repaired.verdicts = [Verdict](repeating: .good, count: values.count)
    for index in values.indices where repaired.verdicts[index] == .good {
      let (value, median) = (values[index], medians[index])
      // A heart has 20 to 300 beats a minute.
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
  }

  /// Looks for smaller faults by the method of Lipponen and Tarvainen. Its thresholds are told from what the rules left, so that faults do
  /// not widen them. Twice: what the first look finds is gone in the second.
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
          // A beat out of place spoils the intervals on both sides of it.
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

  /// Marks the intervals beside beats that are far from where the cubic through the two beats on both sides has them: four and a half standard
  /// deviations (told from the median) of the 91 such distances around, and at least 45 ms. Twice: what is found first no longer widens
  /// the limit.
  private func markMisplaced(_ repaired: inout Repaired) {
    let values = repaired.intervals.map(\.milliseconds)
    func isGood(_ index: Int) -> Bool { (index - 1...index + 2).allSatisfy { repaired.verdicts[$0] == .good } }
    for _ in 0..<2 {
      let places = values.indices.dropFirst().dropLast(2).filter(isGood)
      guard places.count > 10 else { return }
      var distances = [Double](repeating: 0, count: values.count)
      for index in places {
        let change = values[index] - values[index + 1]
        distances[index] = abs(3 * change + values[index + 2] - values[index - 1]) / 6
      }
      let limits = limits(distances, from: places, spread: 4.5, floor: 45)
      // The farthest first: its neighbors are expected where it is not.
      for index in places.filter({ distances[$0] > limits[$0] }).sorted(by: { distances[$0] > distances[$1] })
      where isGood(index) {
        repaired.verdicts[index] = .outlier
        repaired.verdicts[index + 1] = .outlier
        repaired.faults.misplaced += 1
      }
    }
  }

  /// What each interval (ms) is, by thresholds that are told from those at `good`.
  private func verdicts(_ measured: [Double], good: [Int], spread: Double) -> [Verdict] {
    let count = measured.count
    var verdicts = [Verdict](repeating: .good, count: count)
    var place = 0
    let medians = SortedWindow.medians(of: good.map { measured[$0] }, reach: 5)
    let isGood = good.reduce(into: [Bool](repeating: false, count: count)) { $0[$1] = true }
    let median = (0..<count).map { index -> Double in
      while place + 1 < good.count, good[place] < index { place += 1 }
      return medians[place]
    }
    // The usual interval stands for one that is known to be wrong.
    let intervals = (0..<count).map { isGood[$0] ? measured[$0] : median[$0] }
    let changes = (0..<count).map { $0 == 0 ? 0 : intervals[$0] - intervals[$0 - 1] }
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

  /// The threshold at each place: 5.2 quartile deviations of the values at the 91 of `places` around.
  private func limits(_ values: [Double], from places: [Int], spread: Double, floor: Double) -> [Double] {
    let sizes = places.map { abs(values[$0]) }
    var window = SortedWindow()
    var (limit, place) = (floor, 0)
    return values.indices.map { index in
      while place < places.count, places[place] < index { place += 1 }
      // The quartiles of 91 change little from one to the next; they are told anew at each tenth.
      if index.isMultiple(of: 10) {
        window.slide(to: max(0, min(place, sizes.count) - 45)..<min(sizes.count, place + 46), of: sizes)
        guard !window.sorted.isEmpty else { return limit }
        let deviation = (Self.quantile(window.sorted, 0.75) - Self.quantile(window.sorted, 0.25)) / 2
        limit = max(5.2 * deviation, floor, spread * 1.4826 * Self.quantile(window.sorted, 0.5))
      }
      return limit
    }
  }

  /// Between the two nearest of sorted values.
  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let left = Int(place)
    let right = min(left + 1, last)
    return sorted[left] + (sorted[right] - sorted[left]) * (place - Double(left))
  }
}
