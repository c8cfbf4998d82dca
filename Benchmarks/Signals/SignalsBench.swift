import HaloSignals

/// How long Halo's arithmetic on signals takes: CPU time of an hour of made signals, the best of several runs.
///
///     halo-signals-bench            the report
///     halo-signals-bench FOLDER     the same, and writes the signals into that folder for peers (Benchmarks/signals.py)
@main
enum SignalsBench {
  static func main() throws {
    if CommandLine.arguments.count > 1 { try MadeSignals.write(to: CommandLine.arguments[1]) }
    BeatTimings.report()
    let (light, acceleration) = MadeSignals.movement()
    for (name, offline) in [("heart rate", false), ("heart rate, offline", true)] {
      var windows = 0
      let milliseconds = Stopwatch.best(of: 15) {
        windows =
          HeartRate.windows(light: light, acceleration: acceleration, rate: MadeSignals.heartRate, offline: offline)
          .count
      }
      Stopwatch.tell(name, milliseconds, "ms of CPU an hour of 25 Hz light and acceleration, \(windows) windows")
    }
    MovementTimings.report()
  }
}
