/// Comparisons with the baseline.
extension DailyMetricsCalculator {
  func trend(_ finding: Finding, _ metric: DerivedMetric, _ day: DaySpan) throws(InsightGap) -> Finding {
    let alike = (earlier[metric] ?? []).filter { InsightAlgorithm.areComparable($0.algorithm, finding.algorithm.name) }
    let baseline = try Baseline(on: day.date, alike.map { ($0.date, $0.value) })
    return Finding(
      finding.value - baseline.usual, .baseline, confidence: Double(baseline.count) / Double(baseline.ofDays),
      inputs: [
        InsightInput(
          .baseline(
            count: baseline.count, days: Int32(baseline.ofDays), usual: baseline.usual, spread: baseline.spread))
      ])
  }
}
