import HaloSignals

/// How long Halo's arithmetic on signals takes: CPU time of an hour of made signals, the best of several runs.
///
///     halo-signals-bench            the report
///     halo-signals-bench FOLDER     the same, and writes the signals into that folder for peers (Benchmarks/signals.py)
///     halo-signals-bench evidence RECORDINGS TABLE   what scripts/train-heart-rate learns from
///     halo-signals-bench step-evidence RECORDINGS TABLE   what scripts/train-step-confidence learns from
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
    if arguments.count > 1 { try MadeSignals.write(to: arguments[1]) }
    BeatTimings.report()
    HeartRateTimings.report()
    MovementTimings.report()
  }
}
