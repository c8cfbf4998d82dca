// Written by scripts/train-heart-rate; do not change by hand.

extension HeartRateConfidence {
  static let weights = [
    0.2292, 0.8077, 0.7958, 1.6090, -1.5317, -0.1442, 0.1758, -3.1223, 0.4948, -0.0070, -0.8914, -0.6238,
  ]
}
