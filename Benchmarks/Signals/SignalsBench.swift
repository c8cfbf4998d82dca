import HaloSignals

/// Measures Halo's signal processing: CPU time per hour of synthetic signals, the best of several runs.
///
///     halo-signals-bench            the report
///     halo-signals-bench FOLDER     the same, and writes the signals to that folder for peers (Benchmarks/signals.py)
///     halo-signals-bench evidence RECORDINGS TABLE   training data for scripts/train-heart-rate
///     halo-signals-bench step-evidence RECORDINGS TABLE   training data for scripts/train-step-confidence
@main
enum SignalsBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[1] == "evidence" {
      return try HeartRateEvidenceDump.write(from: arguments[2], to: arguments[3])
    }
    if arguments.count == 4, arguments[1] == "step-evidence" {
      return try StepEvidenceDump.write(from: arguments[2], to: arguments[3])
    }
    if arguments.count > 1 { try SyntheticSignals.write(to: arguments[1]) }
    BeatTimings.report()
    HeartRateTimings.report()
    MovementTimings.report()
  }
}
