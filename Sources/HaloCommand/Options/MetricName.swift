import ArgumentParser
import HaloHealth
import HaloJournal

/// A metric as people write it on the command line: `heart-rate`, `spo2-minimum`.
struct MetricName: ExpressibleByArgument, Sendable {
  let metric: Metric

  init(_ metric: Metric) { self.metric = metric }

  init?(argument: String) {
    guard let metric = Metric(name: argument) else { return nil }
    self.metric = metric
  }

  static var allValueStrings: [String] { Metric.allCases.map(name) }

  /// `heartRateVariability` as `heart-rate-variability`.
  static func name(_ metric: Metric) -> String { metric.exportName }
}
