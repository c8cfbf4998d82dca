import Synchronization

/// Counts the interruptions of a sync, for a summary of the link problems and of missing data.
final class InterruptionTally: Sendable {
  private let counts = Mutex<[Phrase: Int]>([:])

  /// Counts an event of the link.
  func note(_ event: LinkEvent) {
    guard let problem = event.problem else { return }
    counts.withLock { $0[problem, default: 0] += 1 }
  }

  /// Returns a sentence about the interruptions; `nil` if the link was never interrupted.
  func summary(of report: SyncReport) -> Phrase? {
    let counts = counts.withLock { $0 }
    let count = counts.values.reduce(0, +)
    guard count > 0 else { return nil }
    let sorted = counts.sorted { ($1.value, $0.key.english) < ($0.value, $1.key.english) }
    let problems = Phrase.list(sorted.map { problem, count in Phrase("\(problem) (\(count)×)") }) ?? ""
    let cause =
      count == 1
      ? Phrase("the sync was interrupted 1 time. \(problems).")
      : Phrase("the sync was interrupted \(count) times. \(problems).")
    let isComplete = report.missed.isEmpty && report.interruption == nil
    return isComplete
      ? Phrase("\(cause) Halo reconnected and requested only the missing data; nothing is missing now.")
      : Phrase("\(cause) Halo reconnected and requested only the missing data.")
  }
}
