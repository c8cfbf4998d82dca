import Foundation
import WholeRecordings
import HaloSignals

/// Measures the heart rate: CPU milliseconds per hour of one color, of three, and of the confidence alone.
enum HeartRateTimings {
  static func report() {
    let (light, acceleration) = SyntheticSignals.movement()
    let rate = SyntheticSignals.heartRate
    var windows = 0
    let one = Stopwatch.best(of: 15) {
      windows = HeartRate.windows(light: light, acceleration: acceleration, rate: rate).count
    }
    Stopwatch.printLine("heart rate", one, "ms of CPU an hour of 25 Hz light and acceleration, \(windows) windows")
    let lights = [light, light.map { 0.5 * $0 }, light.map { -$0 }]
    let three = Stopwatch.best(of: 9) {
      windows = HeartRate.windows(lights: lights, acceleration: acceleration, rate: rate).count
    }
    Stopwatch.printLine("heart rate of three lights", three, "ms of CPU an hour, \(windows) windows")
    let evidence = evidence(light, acceleration, rate)
    var sum = 0.0
    let confidence = Stopwatch.best(of: 15) {
      for one in evidence { sum += 1 / (1 + exp(-HeartRateConfidence.features(one).reduce(0, +))) }
    }
    Stopwatch.printLine(
      "confidence of the heart rate", confidence, "ms of CPU an hour, \(sum > 0 ? evidence.count : 0) windows")
  }

  /// Returns the evidence from which each window's confidence is computed.
  private static func evidence(
    _ light: [Double], _ acceleration: [SIMD3<Double>], _ rate: Double
  ) -> [HeartRateEvidence] {
    guard var estimator = HeartRateEstimator(rate: rate) else { return [] }
    return zip(light, acceleration).compactMap { sample, axes in
      estimator.add(sample, acceleration: axes).map { _ in estimator.evidence }
    }
  }
}
