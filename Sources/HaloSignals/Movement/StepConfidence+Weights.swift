// Written by scripts/train-step-confidence; do not change by hand.

extension StepConfidence {
  static let weights = SIMD8(0.233, 3.770, 0.115, 1.571, -1.460, -1.458, -0.906, -3.922)
}
