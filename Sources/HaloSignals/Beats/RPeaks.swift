/// The beats in an electrocardiogram: the tops of R, window by window, in bounded memory.
///
/// In the manner of Pan and Tompkins (1985): what changes fast (5–20 Hz), its slope squared, and averaged over a tenth of a second, against
/// a threshold between what beats and what noise reached lately; if a beat is overdue, the highest below the threshold. Each is then
/// moved to the top of R in the smoothed signal, between samples.
public struct RPeaks: Sendable {
  private var windows: BeatWindows
  private let wave: ElectricWave

  /// - Parameters:
  ///   - rate: samples a second; `nil` if they are uneven or the rate is not known.
  ///   - leastQuality: a minute whose beats are mostly of a lower quality has none: noise has peaks too, but no two alike.
  /// - Returns: nil if the rate is below 50 a second, or above 20,000.
  public init?(rate: Double?, leastQuality: Double = 0.65) {
    let grid = rate.map { $0 * (250 / $0).rounded(.up) } ?? 250
    guard rate.map({ $0 >= 50 && $0 <= 20_000 }) ?? true,
      let windows = BeatWindows(rate: grid, leastQuality: leastQuality),
      let wave = ElectricWave(rate: grid, highest: (rate ?? 250) * 0.45)
    else { return nil }
    self.windows = windows
    self.wave = wave
  }

  /// Takes a sample; `emit` gets the beats that are certain now, in order.
  public mutating func add(time: Double, value: Double, emit: (Beat) -> Void) {
    windows.add(time: time, value: value, wave.beats, emit: emit)
  }

  /// The beats that are left. Nothing may be added afterwards.
  public mutating func finish(emit: (Beat) -> Void) { windows.finish(wave.beats, emit: emit) }
}
