import HaloWearables
import Synchronization

/// Counts the interruptions of a sync, to report afterwards how the link was and whether anything is missing.
final class InterruptionTally: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Counts an event of the link.
  func note(_ event: LinkEvent) {
    guard let problem = event.problem else { return }
    counts.withLock { $0[problem, default: 0] += 1 }
  }

  /// What happened and what Halo did about it, as a sentence; `nil` if the link was never interrupted.
  func summary(of report: SyncReport) -> String? {
    let counts = counts.withLock { $0 }
    let count = counts.values.reduce(0, +)
    guard count > 0 else { return nil }
    let problems = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { problem, count in
      "\(problem.prefix(1).lowercased())\(problem.dropFirst()) (\(count)×)"
    }
    let isComplete = report.missed.isEmpty && report.interruption == nil
    return """
      the sync was interrupted \(Words.counted(count, "time")): \(problems.joined(separator: ", ")). Halo reconnected and asked only for \
      what was missing\(isComplete ? "; nothing is missing now" : "").
      """
  }
}
