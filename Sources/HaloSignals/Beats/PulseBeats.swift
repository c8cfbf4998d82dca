/// Detects beats in a pulse wave (PPG), window by window: in bounded memory, with the same result for a stream and a
/// recording.
///
/// Samples may be unevenly timed and have gaps; nothing is detected across a gap. Two methods are combined:
/// ``MSPTDfast`` and ``PulseDetector``. A beat's quality is the similarity of its wave to the template, halved if only
/// one method found it.
public struct PulseBeats: Sendable {
  private var windows: BeatWindows
  private let wave: PulseWave

  /// - Parameters:
  ///   - rate: The sampling rate in Hz; `nil` if samples are uneven or the rate is unknown.
  ///   - leastQuality: A window in which most beats are below this quality is noise and yields no beats: noise has
  ///     peaks too, but they are not alike.
  /// - Returns: nil if the rate is below 8 Hz, which is too low to locate a beat, or above 20,000 Hz.
  public init?(rate: Double?, leastQuality: Double = 0.65) {
    // From 100 Hz on, a parabola between samples is exact enough.
    let grid = rate.map { $0 * (100 / $0).rounded(.up) } ?? 120
    guard rate.map({ $0 >= 8 && $0 <= 20_000 }) ?? true,
      let windows = BeatWindows(rate: grid, leastQuality: leastQuality),
      let wave = PulseWave(rate: grid, highest: (rate ?? 120) * 0.45)
    else { return nil }
    self.windows = windows
    self.wave = wave
  }

  /// Adds a sample; `emit` receives the beats that are now certain, in order.
  public mutating func add(time: Double, value: Double, emit: (Beat) -> Void) {
    // A non-escaping closure costs nothing per sample; passing `wave.beats` itself would allocate a closure each time.
    windows.add(time: time, value: value, { wave.beats($0) }, emit: emit)
  }

  /// Emits the remaining beats. No samples may be added afterwards.
  public mutating func finish(emit: (Beat) -> Void) { windows.finish({ wave.beats($0) }, emit: emit) }
}
