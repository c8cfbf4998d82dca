import Foundation

/// The probability that the steps of a bout are steps: a logistic regression over the mean of its seconds' ``StepEvidence``.
///
/// `scripts/train-step-confidence` learns the weights from walks with counted steps and from made movement without steps.
package enum StepConfidence {
  /// What the regression sees of a second, in the order of its weights: how alike the movement is to itself, how strong it is, how far its
  /// strongest impact stands out, and how much of it changes the acceleration's length. A body bounces along gravity; a hand that stirs, or a
  /// foot on a pedal, moves across it.
  package static func features(_ evidence: StepEvidence) -> SIMD8<Double> {
    let strength = log(min(max(evidence.movement, 0.01), 3))
    let along = log(min(max(evidence.movement / max(evidence.whole, 1e-3), 0.1), 1.5))
    let impact = evidence.seesImpacts ? log(min(max(evidence.tallestImpact, 1), 30) / 3) : 0
    // No person is as even as a machine.
    let even = 30 * max(evidence.likeness - 0.97, 0)
    return SIMD8(1, evidence.likeness, strength, impact, along, along * along, strength * along, even)
  }

  /// 0 to 1.
  static func probability(_ features: SIMD8<Double>) -> Double { 1 / (1 + exp(-(features * weights).sum())) }
}
