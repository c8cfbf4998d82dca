// Written by scripts/train-heart-rate; do not change by hand.

extension HeartRateConfidence {
  static let weights = [
    0.1347, 0.7734, 0.7959, 1.7613, -1.5999, -0.1551, 0.1954, -3.1812, 0.5631, -0.0091, -0.9074, -0.6245,
  ]
}
