/// Puts beats on this machine's clock.
///
/// A packet tells how long the last beats took, not when they were, and comes when the link has room for it. Beats that follow each
/// other are therefore put as far apart as they were. The monitor's clock goes a little faster or slower than this machine's, which
/// over an hour is seconds: where beats lead more than a second away from when their packet came, a twentieth of what is more is taken
/// back. Where they lead more than 1.5 s away, beats were lost, and the last beat of the packet is put where the packet is.
struct BeatTimeline {
  private static let tolerance = 1500.0
  /// What packets may be late, in milliseconds: they come up to a second after a beat.
  private static let ease = 1000.0
  private static let steering = 0.05

  private var last: Double?

  /// When each beat was, in milliseconds of this machine's clock, and whether they follow those before without a gap.
  mutating func times(of intervals: [Double], arrival: Int) -> (times: [Int], isContinued: Bool) {
    let length = intervals.reduce(0, +)
    var time = Double(arrival) - length
    var isContinued = false
    if let last, abs(last - time) <= Self.tolerance {
      let lead = last - time
      let excess = max(0, abs(lead) - Self.ease) * (lead < 0 ? -1 : 1)
      (time, isContinued) = (last - Self.steering * excess, true)
    }
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
