extension HeartRateMonitor.Polar {
  /// Puts samples on this machine's clock.
  ///
  /// A frame names the time of its last sample by the sensor's clock, which began at some default, or was set by another app in local
  /// time. Its distance to this machine's clock is the least that any frame so far took to come: packets can be late, never early. That
  /// distance may grow again as fast as quartz clocks drift apart, so that an hour's recording does not run away.
  /// Between two frames the samples are spread evenly; those of the first by the rate that was asked for.
  struct SampleClock {
    /// How much slower a sensor's clock may go than this machine's: 100 millionths, more than quartz ever does.
    private static let drift = 1e-4

    private var distance: Double?
    private var lastEnd = 0.0
    /// The last sample of each kind: when it was by the sensor's clock, and by this machine's.
    private var last: [Kind: (end: Double, time: Double)] = [:]
    /// Samples a second, as asked for.
    var rates: [Kind: Int] = [:]

    /// When each sample was taken, in milliseconds of this machine's clock.
    mutating func times(of count: Int, in frame: DataFrame, _ kind: Kind, arrival: Double) -> [Double] {
      guard count > 0 else { return [] }
      let end = Double(frame.timestamp) / 1_000_000
      // The device restarted, or its clock was set, where it is suddenly a minute away.
      if let known = distance, abs(arrival - end - known) > 60_000 {
        distance = nil
        lastEnd = end
        last = [:]
      }
      let distance = min(self.distance.map { $0 + max(0, end - lastEnd) * Self.drift } ?? .infinity, arrival - end)
      lastEnd = max(lastEnd, end)
      self.distance = distance
      let asked = 1000 / Double(max(1, rates[kind] ?? 100))
      var (time, step) = (end + distance, asked)
      if let last = last[kind], end > last.end, end - last.end <= asked * 1.5 * Double(count) {
        // What came earlier than any before it moves all that follow, and never behind what was told already.
        time = max(time, last.time + asked * Double(count) / 2)
        step = (time - last.time) / Double(count)
      }
      last[kind] = (end, time)
      return (0..<count).map { time - Double(count - 1 - $0) * step }
    }
  }
}
