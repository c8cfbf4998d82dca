/// Assigns times of this machine's clock to beats.
///
/// A packet contains beat intervals but no times, and its arrival is delayed by the link. Consecutive beats are
/// therefore placed by their intervals. The monitor's clock drifts against this machine's by seconds per hour. If the
/// beats are more than a second away from the arrival of their packet, a twentieth of the excess is corrected. If they
/// are more than 1.5 s away, beats were lost, and the last beat of the packet is placed at its arrival.
struct BeatTimeline {
  private static let tolerance = 1500.0
  /// The tolerated delay of packets in milliseconds: they arrive up to a second after a beat.
  private static let tolerableDelay = 1000.0
  private static let correctionFactor = 0.05

  private var last: Double?

  /// Returns the time of each beat in milliseconds of this machine's clock, and whether they follow the previous beats
  /// without a gap.
  mutating func times(of intervals: [Double], arrival: Int) -> (times: [Int], isContinued: Bool) {
    let length = intervals.reduce(0, +)
    var time = Double(arrival) - length
    var isContinued = false
    if let last, abs(last - time) <= Self.tolerance {
      let lead = last - time
      let excess = max(0, abs(lead) - Self.tolerableDelay) * (lead < 0 ? -1 : 1)
      time = last - Self.correctionFactor * excess
      isContinued = true
    }
    let times = intervals.map { interval in
      time += interval
      return Int(time.rounded())
    }
    last = time
    return (times, isContinued)
  }

  /// Marks a gap: beats are missing.
  mutating func addGap() { last = nil }
}
