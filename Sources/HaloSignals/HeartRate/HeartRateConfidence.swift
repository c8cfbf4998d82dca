import Foundation

/// The probability that an estimate is within 5 bpm of the heart rate: a logistic regression over
/// ``HeartRateEvidence``.
///
/// `scripts/train-heart-rate` learns the weights from recordings with a reference and from light without a pulse.
package enum HeartRateConfidence {
  /// Returns the features of the regression, in the order of its weights.
  package static func features(_ evidence: HeartRateEvidence) -> [Double] {
    func odds(_ share: Double, _ edge: Double) -> Double {
      let inside = min(max(share, edge), 1 - edge)
      return log(inside / (1 - inside))
    }
    let moving = min(2 * evidence.movement, 1)
    let clarity = odds(evidence.steadyClarity, 0.02)
    return [
      1, odds(evidence.mass, 0.01), clarity, evidence.agreement, moving, evidence.isSlow ? 1 : 0, clarity * moving,
      evidence.overlap, (1 - evidence.unexplained) * moving, evidence.step / 5,
      (1 - moving) * min(max(evidence.slower, -0.5), 2), (1 - moving) * max(-clarity, 0),
    ]
  }

  /// Returns the probability, 0 to 1.
  static func probability(_ evidence: HeartRateEvidence) -> Double {
    let score = zip(features(evidence), weights).reduce(0) { $0 + $1.0 * $1.1 }
    return 1 / (1 + exp(-score))
  }
}
