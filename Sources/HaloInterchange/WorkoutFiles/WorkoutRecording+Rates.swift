extension WorkoutRecording {
  /// True for sports whose files count two steps as one.
  var isOnFoot: Bool { [.running, .walking, .hiking].contains(workout.kind) }

  private var rates: [Int] { points.compactMap(\.fileRate) }
  var averageRate: Int? { rates.isEmpty ? nil : (rates.reduce(0, +) + rates.count / 2) / rates.count }
  var maximumRate: Int? { rates.max() }
}

extension WorkoutRecording.Point {
  /// The heart rate if it fits into a byte; the file formats cannot hold others.
  var fileRate: Int? { heartRate.flatMap { 1...254 ~= $0 ? $0 : nil } }
}
