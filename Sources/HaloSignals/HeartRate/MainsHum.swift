/// Where the hum of the mains (50 or 60 Hz) lies after sampling, in bpm.
struct MainsHum: Sendable {
  private let places: [Double]

  /// - Parameters:
  ///   - rate: samples a second as they come.
  ///   - thinned: samples a second behind the band-pass.
  init(rate: Double, thinned: Double) {
    places = [50.0, 60].compactMap { hertz in
      let folded = abs(hertz.remainder(dividingBy: rate))
      // The band-pass takes away the rest before the samples are thinned.
      guard folded <= HeartRateModel.bandHigh || rate == thinned else { return nil }
      return 60 * abs(folded.remainder(dividingBy: thinned))
    }
  }

  /// Whether an estimate cannot be told from hum: at its place, and steadier than a heart.
  ///
  /// - Parameter step: how far the estimate moves from window to window, in bpm.
  func covers(_ bpm: Double, step: Double) -> Bool { step < 0.15 && places.contains { abs($0 - bpm) < 1 } }
}
