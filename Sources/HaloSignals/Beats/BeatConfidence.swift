// Written by scripts/train-beat-confidence. Do not edit.

/// The probability that a beat is right, by its quality. Learned from 7170 beats of 17 recordings with a reference.
enum BeatConfidence {
  /// The qualities at which the probability is known; values between them are interpolated linearly.
  static let knots: [Double] = [0.000, 0.200, 0.300, 0.400, 0.500, 0.650, 0.800, 0.900, 0.960, 1.000]
  /// The probabilities of beats in light.
  static let light: [Double] = [0.711, 0.648, 0.609, 0.819, 0.901, 0.847, 0.895, 0.975, 0.982, 0.985]
  /// The probabilities of beats in an electrocardiogram.
  static let electric: [Double] = [0.929, 0.819, 0.906, 0.912, 0.880, 0.872, 0.704, 0.882, 0.996, 1.000]
}
