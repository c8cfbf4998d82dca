/// What a window and those before it say about whether its estimate is a pulse: the features of ``HeartRateConfidence``.
package struct HeartRateEvidence: Sendable, Equatable {
  /// The tracker's mass within 5 bpm of the estimate.
  package var mass = 0.0
  /// The share of the power that lies around the estimate and its harmonics, beyond chance; now, and averaged.
  package var clarity = 0.0
  package var steadyClarity = 0.0
  /// The window's own score near the estimate as a part of its best one, averaged.
  package var agreement = 0.0
  /// How much of the movement's spectrum lies at the estimate, times how much there is, averaged.
  package var overlap = 0.0
  /// The part of the light's power that the movement did not explain.
  package var unexplained = 1.0
  /// 0 (still) to 1.
  package var movement = 0.0
  /// How far the estimate moved between windows in bpm, averaged.
  package var step = 0.0
  /// Decades by which something slower than the estimate is stronger than it before the band-pass, such as breath.
  package var slower = 0.0
  /// Whether the sampling is too slow to show second harmonics.
  package var isSlow = false

  private var before: Double?
  private var windows = 0.0

  package init() {}

  /// Takes the next window's estimate.
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
