import Foundation

/// Measures CPU time of this process. The fastest of several runs counts, because other programs slow down the others.
enum Stopwatch {
  /// Returns the CPU milliseconds of `body`, the minimum of `runs`.
  static func best(of runs: Int, _ body: () -> Void) -> Double {
    (0..<runs).map { _ in
      let start = clock()
      body()
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
    }.min() ?? .nan
  }

  /// Prints a line of the report: `name: 1.23 unit`.
  static func printLine(_ name: String, _ value: Double, _ unit: String) {
    print("\(name): \((value * 10_000).rounded() / 10_000) \(unit)")
  }
}
