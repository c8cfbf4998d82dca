/// Detects the R peaks in an electrocardiogram, window by window, in bounded memory.
///
/// Based on Pan and Tompkins (1985): band-pass of 5–20 Hz, squared slope, averaged over 0.1 s, compared with a
/// threshold between the recent levels of beats and noise; if a beat is overdue, the highest peak below the threshold
/// counts. Each beat is then moved to the R peak in the smoothed signal, interpolated between samples.
public struct RPeaks: Sendable {
  private var windows: BeatWindows
  private let wave: ElectricWave

  /// - Parameters:
  ///   - rate: The sampling rate in Hz; `nil` if samples are uneven or the rate is unknown.
  ///   - leastQuality: A window in which most beats are below this quality is noise and yields no beats: noise has
  ///     peaks too, but they are not alike.
  /// - Returns: nil if the rate is below 50 Hz or above 20,000 Hz.
  public init?(rate: Double?, leastQuality: Double = 0.65) {
    let grid = rate.map { $0 * (250 / $0).rounded(.up) } ?? 250
    guard rate.map({ $0 >= 50 && $0 <= 20_000 }) ?? true,
      let windows = BeatWindows(rate: grid, leastQuality: leastQuality),
      let wave = ElectricWave(rate: grid, highest: (rate ?? 250) * 0.45)
    else { return nil }
    self.windows = windows
    self.wave = wave
  }

  /// Adds a sample; `emit` receives the beats that are now certain, in order.
  public mutating func add(time: Double, value: Double, emit: (Beat) -> Void) {
    windows.add(time: time, value: value, wave.beats, emit: emit)
  }

  /// Emits the remaining beats. No samples may be added afterwards.
  public mutating func finish(emit: (Beat) -> Void) { windows.finish(wave.beats, emit: emit) }
}
