import HaloHealth

extension WorkoutRecording {
  /// The heart rates that fit into a byte; the file formats cannot hold others.
  private var rates: [Int] { points.compactMap(\.heartRate).filter { (1...254).contains($0) } }
  var averageRate: Int? { rates.isEmpty ? nil : (rates.reduce(0, +) + rates.count / 2) / rates.count }
  var maximumRate: Int? { rates.max() }
}
