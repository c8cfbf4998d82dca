/// The features of ``HeartRateConfidence``, from a window and those before it.
package struct HeartRateEvidence: Sendable, Equatable {
  /// The tracker's probability mass within 5 bpm of the estimate.
  package var mass = 0.0
  /// The share of the power around the estimate and its harmonics, beyond chance: in this window, and averaged.
  package var clarity = 0.0
  package var steadyClarity = 0.0
  /// The window's score near the estimate, as a fraction of its best score, averaged.
  package var agreement = 0.0
  /// The movement's power at the estimate, relative to its highest, multiplied by the amount of movement, averaged.
  package var overlap = 0.0
  /// The fraction of the light's power that movement does not explain.
  package var unexplained = 1.0
  /// The amount of movement, 0 (still) to 1.
  package var movement = 0.0
  /// The change of the estimate between windows in bpm, averaged.
  package var step = 0.0
  /// The power of the strongest slower component (such as breathing) relative to the estimate before the band-pass, in
  /// decades.
  package var slower = 0.0
  /// True if the sampling rate is too low for second harmonics.
  package var isSlow = false

  private var before: Double?
  private var windows = 0.0

  package init() {}

  /// Adds the next window's estimate.
  mutating func take(bpm: Double, mass: Double, movement: Double, spectrum: PulseSpectrum) {
    windows += 1
    let share = max(HeartRateModel.evidenceShare, 1 / windows)
    func average(_ value: Double, _ mean: inout Double) { mean += (value - mean) * share }
    self.mass = mass
    self.movement = movement
    isSlow = !spectrum.seesHarmonics
    clarity = spectrum.clarity(of: bpm, moving: movement >= 0.5)
    unexplained = Double(spectrum.unexplained)
    slower = spectrum.slower(than: bpm)
    average(clarity, &steadyClarity)
    average(spectrum.agreement(with: bpm), &agreement)
    average(movement * spectrum.movement(at: bpm), &overlap)
    average(min(20, abs(bpm - (before ?? bpm))), &step)
    before = bpm
  }
}
