/// Finds the intervals between beats that are none: a beat missed, one too many, one too early or too late.
///
/// The method of Lipponen and Tarvainen (J. Med. Eng. Technol. 43, 2019): the change from interval to interval, and the distance of an
/// interval from the median of eleven, each against a threshold that follows how much the 91 around vary (5.2 quartile deviations).
/// Two changes from the paper. A threshold is never below ``floor`` nor below ``spread`` standard deviations (told from the median), so
/// that a regular or an evenly scattered series loses nothing; the paper's own would call 3 of 100 normal intervals wrong.
/// And what is wrong is left out rather than replaced: an invented interval makes a variability smaller than it is.
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
  /// Standard deviations that it has at least.
  public var spread: Double

  /// Intervals that a device measured: little is called wrong.
  public static let measured = IntervalRepair(floor: 60, spread: 4.5)
  /// Intervals between pulses in light, whose noise makes outliers: the paper's thresholds.
  public static let pulses = IntervalRepair(floor: 40, spread: 0)

  public init(floor: Double, spread: Double) {
    self.floor = floor
    self.spread = spread
  }

  /// What each interval (ms) is. The intervals follow one another without a gap.
  public func verdicts(_ intervals: [Double]) -> [Verdict] {
    let count = intervals.count
    var verdicts = [Verdict](repeating: .good, count: count)
    // A heart has 20 to 300 beats a minute.
    for index in 0..<count where !(200...3000).contains(intervals[index]) { verdicts[index] = .outlier }
    guard count > 3 else { return verdicts }
    let changes = (0..<count).map { $0 == 0 ? 0 : intervals[$0] - intervals[$0 - 1] }
    let median = SortedWindow.medians(of: intervals, reach: 5)
    let distance = (0..<count).map { index in
      let distance = intervals[index] - median[index]
      return distance < 0 ? 2 * distance : distance
    }
    let changeLimit = limits(changes)
    let distanceLimit = limits(distance)
    let step = (0..<count).map { changes[$0] / changeLimit[$0] }
    func change(at index: Int) -> Double { step.indices.contains(index) ? step[index] : 0 }
    var index = 0
    while index < count {
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
      if abs(here) > 1 || abs(away) > 3 || verdicts[index] == .outlier {
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
      index += 1
    }
    return verdicts
  }

  /// The threshold at each place: 5.2 quartile deviations of what is around.
  private func limits(_ values: [Double]) -> [Double] {
    let sizes = values.map(abs)
    var window = SortedWindow()
    var limit = 0.0
    return values.indices.map { index in
      // The quartiles of 91 change little from one to the next; they are told anew at each tenth.
      if index.isMultiple(of: 10) {
        window.slide(to: max(0, index - 45)..<min(sizes.count, index + 46), of: sizes)
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
