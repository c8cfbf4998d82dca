// Written by scripts/train-step-confidence; do not change by hand.

extension StepConfidence {
  static let weights = SIMD8(0.223, 3.784, 0.109, 1.570, -1.457, -1.441, -0.923, -3.924)
}
