// Written by scripts/train-heart-rate; do not change by hand.

extension HeartRateConfidence {
  static let weights = [
    0.7317, 0.8311, 1.2712, 0.7308, -0.9775, 0.0486, -0.2739, -3.0229, 0.4545, -0.2086, -0.3593, -0.2355,
  ]
}
