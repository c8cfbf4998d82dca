import Foundation
import HaloSignals

/// Writes the evidence behind the heart rate's confidence, window by window, for `scripts/train-heart-rate`.
enum HeartRateEvidenceDump {
  /// Reads recordings as doubles in native byte order (sampling rate, number of samples, 1 if there are three axes,
  /// then the light and the axes one after the other) and writes a line for each window: recording, start, estimate,
  /// refusal, movement, features.
  static func write(from input: String, to output: String) throws {
    let data = try Data(contentsOf: URL(filePath: input))
    let values = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    var (place, recording, text) = (0, 0, "")
    while place < values.count {
      let (rate, count, hasAxes) = (values[place], Int(values[place + 1]), values[place + 2] > 0)
      let light = place + 3
      if var estimator = HeartRateEstimator(rate: rate) {
        for index in light..<light + count {
          let axes = hasAxes ? SIMD3(values[index + count], values[index + 2 * count], values[index + 3 * count]) : nil
          guard let window = estimator.add(values[index], acceleration: axes) else { continue }
          let fields =
            [Double(recording), window.start, estimator.estimate, estimator.evidence.movement]
            + HeartRateConfidence.features(estimator.evidence)
          text += "\(window.refusal?.rawValue ?? "")," + fields.map { "\($0)" }.joined(separator: ",") + "\n"
        }
      }
      place = light + count * (hasAxes ? 4 : 1)
      recording += 1
    }
    try Data(text.utf8).write(to: URL(filePath: output))
  }
}
