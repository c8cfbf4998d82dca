/// The quality of a stretch of light, based on its beats: their similarity, and the share of the light that is pulse.
///
/// These numbers refuse nothing. The gates are ``HeartRateRefusal`` for windows and a beat's quality (also its
/// similarity to the template) for beats. Use these numbers to inform people, and to choose between colors or sensor
/// positions.
public struct SignalQuality: Sendable, Equatable {
  /// The median correlation of a beat's wave with the mean wave: near 1 for similar beats, near 0 for noise.
  public var likeness: Double
  /// The perfusion index: the median pulse height relative to the light's level, in percent: 0.1 to 10 on skin. `nil`
  /// if the level is not positive, for example after a sensor or filter removed it.
  public var perfusion: Double?
  /// The number of complete beats compared.
  public var beats: Int

  /// Computes the quality of evenly timed light.
  ///
  /// - Parameters:
  ///   - light: Samples; NaN if missing. Beats with missing samples are excluded.
  ///   - rate: The sampling rate in Hz.
  ///   - beats: Beat times in seconds from the first sample, in order, as found by ``PulseBeats``.
  /// - Returns: nil for fewer than three complete beats, or if the light does not change.
  public init?(light: [Double], rate: Double, beats: [Double]) {
    guard rate > 0, rate.isFinite else { return nil }
    let lengths = zip(beats, beats.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard !lengths.isEmpty else { return nil }
    // A beat's wave extends from a quarter of an interval before its rise to three quarters after it.
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

  /// The light of one beat, without the drift (the line through its ends).
  private struct Wave {
    /// The wave, scaled to unit size.
    let shape: [Double]
    let height: Double
    let level: Double

    /// - Returns: nil if a sample is missing, or the light does not change.
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
