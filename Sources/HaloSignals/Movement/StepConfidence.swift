import Foundation

/// The probability that the steps of a bout are real: a logistic regression over the mean ``StepEvidence`` of its
/// seconds.
///
/// `scripts/train-step-confidence` learns the weights from walks with counted steps and from synthetic movement without
/// steps.
package enum StepConfidence {
  /// Returns the features of one second, in the order of the weights: self-similarity, strength, the prominence of the
  /// strongest impact, and the share of the movement that changes the acceleration's length. A body bounces along
  /// gravity; a stirring hand or a foot on a pedal moves across it.
  package static func features(_ evidence: StepEvidence) -> SIMD8<Double> {
    let strength = log(min(max(evidence.movement, 0.01), 3))
    let along = log(min(max(evidence.movement / max(evidence.whole, 1e-3), 0.1), 1.5))
    let impact = evidence.seesImpacts ? log(min(max(evidence.tallestImpact, 1), 30) / 3) : 0
    // No person is as regular as a machine.
    let even = 30 * max(evidence.likeness - 0.97, 0)
    return SIMD8(1, evidence.likeness, strength, impact, along, along * along, strength * along, even)
  }

  /// Returns the probability, 0 to 1.
  static func probability(_ features: SIMD8<Double>) -> Double { 1 / (1 + exp(-(features * weights).sum())) }
}
