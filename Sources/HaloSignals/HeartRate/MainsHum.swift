/// The alias frequencies of mains hum (50 and 60 Hz) after sampling, in bpm.
struct MainsHum: Sendable {
  private let places: [Double]

  /// - Parameters:
  ///   - rate: The original sampling rate in Hz.
  ///   - thinned: The sampling rate after the band-pass in Hz.
  init(rate: Double, thinned: Double) {
    places = [50.0, 60].compactMap { hertz in
      let folded = abs(hertz.remainder(dividingBy: rate))
      // The band-pass removes the other aliases before the signal is decimated.
      guard folded <= HeartRateModel.bandHigh || rate == thinned else { return nil }
      return 60 * abs(folded.remainder(dividingBy: thinned))
    }
  }

  /// Returns whether an estimate may be hum: at an alias frequency, and steadier than a heart.
  ///
  /// - Parameter step: The change of the estimate between windows, in bpm.
  func covers(_ bpm: Double, step: Double) -> Bool { step < 0.15 && places.contains { abs($0 - bpm) < 1 } }
}
