/// How good a stretch of light is, by its beats: whether they look alike, and how much of the light is pulse.
///
/// Nothing is refused here. The gates are ``HeartRateRefusal`` for windows and a beat's own quality for beats, which is its likeness to
/// the usual one too; these numbers are for people, and for choosing between colors and places of a sensor.
public struct SignalQuality: Sendable, Equatable {
  /// The usual correlation of a beat's wave with the mean of all: near 1 if they are alike, near 0 for noise. It is the median.
  public var likeness: Double
  /// The pulse's usual height as a part of the light's level, in percent: 0.1 to 10 on skin. `nil` if the level is not above zero,
  /// as in light whose level a sensor or a filter took away.
  public var perfusion: Double?
  /// Whole beats that were compared.
  public var beats: Int

  /// The quality of evenly timed light.
  ///
  /// - Parameters:
  ///   - light: samples; not a number if one is missing. A beat with one of these is left out.
  ///   - rate: samples a second.
  ///   - beats: their places in seconds from the first sample, in order, as ``PulseBeats`` finds them.
  /// - Returns: nil with fewer than three whole beats, or if the light does not change.
  public init?(light: [Double], rate: Double, beats: [Double]) {
    guard rate > 0, rate.isFinite else { return nil }
    let lengths = zip(beats, beats.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard !lengths.isEmpty else { return nil }
    // A wave is what lies around a beat, from a quarter of an interval before its rise to three quarters behind it.
    let samples = lengths[lengths.count / 2] * rate
    guard samples >= 3, samples < Double(light.count) else { return nil }
    let length = Int(samples)
    let waves = beats.compactMap { beat -> Wave? in
      let start = (beat * rate - samples / 4).rounded()
      guard start >= 0, start + samples < Double(light.count) else { return nil }
      return Wave(light[Int(start)..<Int(start) + length])
    }
    guard waves.count >= 3 else { return nil }
    var usual = [Double](repeating: 0, count: length)
    for wave in waves {
      for place in 0..<length { usual[place] += wave.shape[place] }
    }
    let size = usual.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard size > 0 else { return nil }
    let fits = waves.map { wave in zip(wave.shape, usual).reduce(0) { $0 + $1.0 * $1.1 } / size }.sorted()
    let heights = waves.map(\.height).sorted()
    let levels = waves.map(\.level).sorted()
    let level = levels[levels.count / 2]
    likeness = min(max(fits[fits.count / 2], 0), 1)
    perfusion = level > 0 ? 100 * heights[heights.count / 2] / level : nil
    self.beats = waves.count
  }

  /// The light of one beat, without the line through its ends, which is drift.
  private struct Wave {
    /// At unit size.
    let shape: [Double]
    let height: Double
    let level: Double

    /// - Returns: nil if a sample is missing, or nothing changes.
    init?(_ light: ArraySlice<Double>) {
      guard let first = light.first, let last = light.last else { return nil }
      let count = Double(light.count)
      let drift = (last - first) / max(1, count - 1)
      var flat = light.enumerated().map { $1 - drift * Double($0) }
      let mean = flat.reduce(0, +) / count
      var (lowest, highest, square) = (0.0, 0.0, 0.0)
      for index in flat.indices {
        flat[index] -= mean
        lowest = min(lowest, flat[index])
        highest = max(highest, flat[index])
        square += flat[index] * flat[index]
      }
      let size = square.squareRoot()
      guard size.isFinite, size > 1e-12 * abs(mean), size > 0 else { return nil }
      shape = flat.map { $0 / size }
      height = highest - lowest
      level = light.reduce(0, +) / count
    }
  }
}
