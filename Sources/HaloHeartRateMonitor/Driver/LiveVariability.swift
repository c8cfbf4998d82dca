import HaloSignals

/// Live HRV of the packets of the last minute: ``HaloSignals/BeatCheck`` judges their intervals, ``RollingVariability``
/// computes the value.
struct LiveVariability {
  private var packets: [BeatCheck.Packet] = []
  /// The RMSSD in milliseconds; `nil` if there are too few differences, or the intervals were refused.
  private(set) var milliseconds: Double?
  /// Why there is no value, or what was left out.
  private(set) var note: Phrase?
  /// True if the intervals were refused.
  private(set) var isRefused = false

  mutating func add(_ packet: BeatCheck.Packet) {
    let arrival = packet.arrival ?? 0
    // If the machine's clock was set back, the time that passed is unknown.
    packets.removeAll { !(arrival - RollingVariability.window...arrival).contains($0.arrival ?? 0) }
    packets.append(packet)
    let check = BeatCheck(packets)
    var variability = RollingVariability()
    for (interval, isUsable) in zip(packets.flatMap(\.intervals), check.isUsable.joined()) where isUsable {
      if interval.isFinite { variability.add(interval) } else { variability.addGap() }
    }
    note = check.refusal ?? check.notice
    isRefused = check.refusal != nil
    milliseconds = isRefused ? nil : variability.milliseconds.flatMap { $0 > 0 ? $0 : nil }
  }
}
