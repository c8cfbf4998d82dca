/// The rules of Webster et al. 1982 (doi 10.1093/sleep/5.4.389), as used by Cole et al. 1992: a little sleep amid much
/// wake is considered lying still.
///
/// After at least 4 (10, 15) minutes of wake, the next 1 (3, 4) minutes of sleep become wake; 6 (10) minutes of sleep
/// or less with at least 10 (20) minutes of wake before and after become wake. All rules use the original scores.
enum WebsterRules {
  private static let after: [(wake: Double, sleep: Double)] = [(4, 1), (10, 3), (15, 4)]
  private static let between: [(wake: Double, sleep: Double)] = [(10, 6), (20, 10)]

  /// Applies all five rules. A missing score ends a run.
  static func apply(to scores: inout [SleepWake?], epoch: Double) {
    let minute = 60 / epoch
    let runs = runs(of: scores)
    for (number, run) in runs.enumerated() where run.score == .sleep {
      let before = number > 0 && runs[number - 1].score == .wake ? Double(runs[number - 1].count) : 0
      let behind = number + 1 < runs.count && runs[number + 1].score == .wake ? Double(runs[number + 1].count) : 0
      for rule in after where before >= rule.wake * minute {
        for index in run.first..<run.first + min(run.count, Int((rule.sleep * minute).rounded())) {
          scores[index] = .wake
        }
      }
      for rule in between
      where Double(run.count) <= rule.sleep * minute && min(before, behind) >= rule.wake * minute {
        for index in run.first..<run.first + run.count { scores[index] = .wake }
      }
    }
  }

  private static func runs(of scores: [SleepWake?]) -> [(score: SleepWake?, first: Int, count: Int)] {
    var runs: [(score: SleepWake?, first: Int, count: Int)] = []
    for (index, score) in scores.enumerated() {
      if let last = runs.indices.last, runs[last].score == score {
        runs[last].count += 1
      } else {
        runs.append((score, index, 1))
      }
    }
    return runs
  }
}
