/// Puts beats on this machine's clock.
///
/// A packet tells how long the last beats took, not when they were, and comes when the link has room for it. Beats that follow each
/// other are therefore put as far apart as they were; where that leads more than 1.5 s away from when the packet came, beats were
/// lost, or the monitor's clock goes otherwise, and the last beat of the packet is put where the packet is.
struct BeatTimeline {
  private static let tolerance = 1500.0

  private var last: Double?

  /// When each beat was, in milliseconds of this machine's clock, and whether they follow those before without a gap.
  mutating func times(of intervals: [Double], arrival: Int) -> (times: [Int], isContinued: Bool) {
    let length = intervals.reduce(0, +)
    var time = Double(arrival) - length
    var isContinued = false
    if let last, abs(last - time) <= Self.tolerance { (time, isContinued) = (last, true) }
    let times = intervals.map { interval in
      time += interval
      return Int(time.rounded())
    }
    last = time
    return (times, isContinued)
  }

  /// Beats are missing here.
  mutating func addGap() { last = nil }
}
