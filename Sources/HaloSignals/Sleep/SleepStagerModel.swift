// Written by scripts/train-stager --export. Do not edit.
// swift-format-ignore-file

/// The trained parameters of ``SleepStager`` beside its trees and regression (`sleep-stager.bin`): above all the Markov chain of
/// stages that smooths their results.
///
/// Learned from 23 people's nights (18107 epochs of 30 s, Walch 2019, PhysioNet sleep-accel 1.0.0,
/// ODC-By 1.0).
enum SleepStagerModel {
  /// The probability that a night begins in each stage: wake, light, deep, REM.
  static let first: [Double] = [0.940000, 0.020000, 0.020000, 0.020000]

  /// The transition probabilities within 30 s, one row per previous stage.
  static let transitions: [[Double]] = [
    [0.769513, 0.213809, 0.001001, 0.015677],
    [0.024641, 0.951259, 0.009788, 0.014312],
    [0.012456, 0.026690, 0.960261, 0.000593],
    [0.011929, 0.029631, 0.000128, 0.958312],
  ]

  /// The share of each stage in the training nights.
  static let prior: [Double] = [0.083007, 0.561772, 0.139615, 0.215607]

  /// The exponent of the prior by which the probabilities are divided.
  static let priorExponent = 0.5

  /// The weight of one epoch's probabilities in the chain.
  static let evidenceExponent = 0.4

  /// The factor of the wake probability for the choice of a stage.
  static let wakeWeight = 1.0

  /// The divisor of the log probabilities, which calibrates them for people who were not used for training.
  static let temperature = 3.1

  /// The weight of movement alone in the odds of wake, for a device with a floor.
  static let movementWeight = 0.4

  /// The relative increase of the temperature for a device with a floor.
  static let floorDoubt = 0.5
}
