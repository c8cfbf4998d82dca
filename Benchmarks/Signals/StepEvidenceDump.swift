import Foundation
import HaloSignals

/// Writes the evidence behind the confidence of steps, bout by bout, for `scripts/train-step-confidence`.
enum StepEvidenceDump {
  /// Reads recordings as doubles in native byte order (sampling rate, number of samples, then the three axes of each
  /// sample in g) and writes a line for each bout: recording, steps, mean features.
  static func write(from input: String, to output: String) throws {
    let data = try Data(contentsOf: URL(filePath: input))
    let values = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    var (place, recording, text) = (0, 0, "")
    while place < values.count {
      let (rate, end) = (values[place], place + 2 + 3 * Int(values[place + 1]))
      var counter = try StepCounter(rate: rate)
      for index in stride(from: place + 2, to: end, by: 3) {
        counter.add(values[index], values[index + 1], values[index + 2])
      }
      counter.finish()
      for bout in counter.bouts {
        let features = (0..<8).map { "\(bout.features[$0])" }.joined(separator: ",")
        text += "\(recording),\(bout.steps),\(features)\n"
      }
      place = end
      recording += 1
    }
    try Data(text.utf8).write(to: URL(filePath: output))
  }
}
