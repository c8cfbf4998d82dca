import ArgumentParser
import HaloReports

/// A metric as people name it on the command line, the same in every command.
struct MetricArgument: Sendable {
  let metric: MetricName

  /// - Throws: `ValidationError` with the nearest name if there is no metric of that name.
  init(_ text: String) throws {
    guard let metric = MetricName(text) else {
      let names = (MetricName.short + MetricName.all).map(\.name)
      throw ValidationError(
        MetricName.suggestion(for: text, among: names).map { Phrase("Unknown metric '\(text)'. Did you mean '\($0)'?") }
          ?? Phrase(
            "Unknown metric '\(text)'. Often used: \(MetricName.short.map(\.name).joined(separator: ", ")). 'halo explain --help' lists all."
          ))
    }
    self.metric = metric
  }

  /// The metric that a command offers under one of its names; `nil` if it offers none like it.
  static func offered<Quantity>(_ text: String, _ quantities: [(Quantity, MetricName?)]) -> Quantity? {
    guard let metrics = MetricName(text)?.metrics, let first = metrics.first else { return nil }
    return quantities.first { $0.1?.metrics.contains(first) ?? false }?.0
  }

  /// The names, for the help of a command.
  static let list = """
    METRICS: \(MetricName.all.filter { !$0.metrics.isEmpty || $0.isSleep }.map(\.name).joined(separator: ", ")). \
    COMPUTED OF DAYS: \(MetricName.all.filter { $0.metrics.isEmpty && !$0.isSleep }.map(\.name).joined(separator: ", ")). \
    SHORT NAMES: \(MetricName.short.map(\.name).joined(separator: ", ")).
    """
}
