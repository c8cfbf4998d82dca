import HaloSignals

/// The beat intervals of a session that may be used, judged in parts of about a minute as live values are.
struct BeatSelection {
  /// Consecutive packets with the indices of their frames.
  private typealias Part = [(packet: BeatCheck.Packet, place: Int)]

  /// For each frame, which of its intervals are usable.
  private var isUsable: [Int: [Bool]] = [:]

  init(_ frames: [RecordedFrame]) {
    for source in [HeartRateService.GATT.measurement, HeartRateMonitor.Polar.GATT.data] {
      var before = Part()
      var part = Part()
      for (index, frame) in frames.enumerated() where (frame.characteristic, frame.direction) == (source, .received) {
        guard let packet = BeatCheck.Packet(frame.bytes, of: source, at: frame.moment) else { continue }
        let begin = part.first?.packet.arrival ?? 0
        // A part does not begin with a repeat.
        if packet.arrival.map({ !(begin...begin + RollingVariability.window).contains($0) }) == true,
          part.last?.packet.intervals.last != packet.intervals.first
        {
          judge(before)
          before = part
          part = []
        }
        part.append((packet, index))
      }
      // The last part may be too short by itself.
      judge(before + part)
    }
  }

  private mutating func judge(_ part: Part) {
    for (packet, usable) in zip(part, BeatCheck(part.map(\.packet)).isUsable) { isUsable[packet.place] = usable }
  }

  /// Returns the usable intervals of a frame.
  func usable<Interval>(_ intervals: [Interval], _ index: Int) -> [Interval] {
    zip(intervals, isUsable[index] ?? []).filter(\.1).map(\.0)
  }
}
