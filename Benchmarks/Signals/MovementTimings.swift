import WholeRecordings
import HaloSignals

/// Measures steps and nights: CPU milliseconds per hour of acceleration, per day of minutes, and per night from its
/// heartbeats.
enum MovementTimings {
  static func report() {
    let walks = SyntheticSignals.walks()
    let (x, y, z) = (walks.map(\.x), walks.map(\.y), walks.map(\.z))
    var steps = 0
    let counting = Stopwatch.best(of: 15) {
      steps = (try? StepCount(x: x, y: y, z: z, rate: SyntheticSignals.movementRate))?.steps ?? 0
    }
    Stopwatch.printLine("steps", counting, "ms of CPU an hour of 50 Hz, \(steps) steps")
    let (counts, beats) = SyntheticSignals.night()
    var asleep = 0
    let staging = Stopwatch.best(of: 15) {
      let stages = try? SleepStager.stages(
        movement: counts, heartRateDeviation: deviations(of: beats, epochs: counts.count), epoch: 30)
      asleep = stages?.count { $0.map { $0.stage != .wake } ?? false } ?? 0
    }
    Stopwatch.printLine("stages", staging, "ms of CPU a night of \(counts.count) epochs, \(asleep) of them asleep")
    let day = (0..<1440).map { counts[$0 % counts.count] }
    for method in SleepWakeMethod.allCases {
      let scoring = Stopwatch.best(of: 200) { _ = try? method.score(day, epoch: 60) }
      Stopwatch.printLine(method.rawValue, scoring, "ms of CPU a day of minutes")
    }
  }

  /// Returns the standard deviation of the heart rate in the five minutes around each 30-second epoch, the stager's
  /// input. Computed here because the peer starts from heartbeats too.
  private static func deviations(of beats: [Double], epochs: Int) -> [Double] {
    let rates = zip(beats, beats.dropFirst()).map { 60 / ($1 - $0) }
    var (first, end) = (0, 0)
    return (0..<epochs).map { epoch in
      let middle = Double(epoch) * 30 + 15
      while first < rates.count, beats[first] < middle - 150 { first += 1 }
      while end < rates.count, beats[end] < middle + 150 { end += 1 }
      let some = rates[first..<max(first, end)]
      guard some.count > 1 else { return .nan }
      let mean = some.reduce(0, +) / Double(some.count)
      return (some.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(some.count - 1)).squareRoot()
    }
  }
}
