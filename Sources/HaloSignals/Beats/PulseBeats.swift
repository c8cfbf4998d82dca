/// The beats in a pulse wave (PPG), window by window: in bounded memory, with the same result for a stream and a recording.
///
/// Samples may be unevenly timed and have gaps; nothing is found across a gap. Two methods look: ``MSPTDfast`` and ``PulseDetector``. A
/// beat's quality is how much its wave is like the usual one, halved if only one of the two saw it.
public struct PulseBeats: Sendable {
  private var windows: BeatWindows
  private let wave: PulseWave

  /// - Parameters:
  ///   - rate: samples a second; `nil` if they are uneven or the rate is not known.
  ///   - leastQuality: a minute whose beats are mostly of a lower quality has none: noise has peaks too, but no two alike.
  /// - Returns: nil if the rate is below 8 a second, at which a beat cannot be placed, or above 20,000.
  public init?(rate: Double?, leastQuality: Double = 0.65) {
    // At 100 a second and more a parabola between samples is exact enough.
    let grid = rate.map { $0 * (100 / $0).rounded(.up) } ?? 120
    guard rate.map({ $0 >= 8 && $0 <= 20_000 }) ?? true,
      let windows = BeatWindows(rate: grid, leastQuality: leastQuality),
      let wave = PulseWave(rate: grid, highest: (rate ?? 120) * 0.45)
    else { return nil }
    self.windows = windows
    self.wave = wave
  }

  /// Takes a sample; `emit` gets the beats that are certain now, in order.
  public mutating func add(time: Double, value: Double, emit: (Beat) -> Void) {
    // A closure that is not kept costs nothing a sample; `wave.beats` itself would be a new one each time.
    windows.add(time: time, value: value, { wave.beats($0) }, emit: emit)
  }

  /// The beats that are left. Nothing may be added afterwards.
  public mutating func finish(emit: (Beat) -> Void) { windows.finish({ wave.beats($0) }, emit: emit) }

  /// The beats of evenly timed samples.
  public static func find(_ samples: [Double], rate: Double) -> [Beat] {
    guard var finder = PulseBeats(rate: rate) else { return [] }
    var beats: [Beat] = []
    for (index, value) in samples.enumerated() {
      finder.add(time: Double(index) / rate, value: value) { beats.append($0) }
    }
    finder.finish { beats.append($0) }
    return beats
  }
}
