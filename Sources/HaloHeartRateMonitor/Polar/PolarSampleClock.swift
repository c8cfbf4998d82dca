extension HeartRateMonitor.Polar {
  /// Assigns times of this machine's clock to samples.
  ///
  /// A frame contains the time of its last sample by the sensor's clock, which starts at a default time, or was set by
  /// another app to local time. The offset to this machine's clock is the smallest delay of any frame so far: packets
  /// can be late, never early. The offset may grow by the maximum drift of quartz clocks, so that it stays accurate
  /// over an hour's recording. Samples are spread evenly between two frames; those of the first frame by the requested
  /// rate.
  struct SampleClock {
    /// The maximum clock drift: 100 ppm, more than that of quartz clocks.
    private static let drift = 1e-4

    private var distance: Double?
    private var lastEnd = 0.0
    /// The last sample of each kind: its time by the sensor's clock, and by this machine's.
    private var last: [Kind: (end: Double, time: Double)] = [:]
    /// The requested rates in samples per second.
    var rates: [Kind: Int] = [:]

    /// Returns the time of each sample in milliseconds of this machine's clock.
    mutating func times(of count: Int, in frame: DataFrame, _ kind: Kind, arrival: Double) -> [Double] {
      guard count > 0 else { return [] }
      let end = Double(frame.timestamp) / 1_000_000
      // If the offset jumps by a minute, the device restarted or its clock was set.
      if let known = distance, abs(arrival - end - known) > 60_000 {
        distance = nil
        lastEnd = end
        last = [:]
      }
      let distance = min(self.distance.map { $0 + max(0, end - lastEnd) * Self.drift } ?? .infinity, arrival - end)
      lastEnd = max(lastEnd, end)
      self.distance = distance
      let asked = 1000 / Double(max(1, rates[kind] ?? 100))
      var time = end + distance
      var step = asked
      if let last = last[kind], end > last.end, end - last.end <= asked * 1.5 * Double(count) {
        // An earlier arrival shifts all following samples, but never before those already returned.
        time = max(time, last.time + asked * Double(count) / 2)
        step = (time - last.time) / Double(count)
      }
      last[kind] = (end, time)
      return (0..<count).map { time - Double(count - 1 - $0) * step }
    }
  }
}
