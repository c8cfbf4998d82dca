import ArgumentParser
import HaloHealth
import HaloReports

/// Something that a number can be of: a measurement at a time, or what was computed of a day.
enum ExplainedMetric: ExpressibleByArgument, Sendable {
  case measured(MetricName)
  case computed(DerivedMetric)

  init?(argument: String) {
    if let metric = MetricName(argument: argument) {
      self = .measured(metric)
    } else if let metric = DerivedMetric(name: argument) {
      self = .computed(metric)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] {
    MetricName.allValueStrings + DerivedMetric.allCases.map(\.exportName)
  }
}
