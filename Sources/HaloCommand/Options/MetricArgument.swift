/// A metric name on the command line, the same in every command.
struct MetricArgument: Sendable {
  let metric: MetricName

  /// - Parameter isRecorded: True if the command needs a recorded metric, so that others are not suggested.
  /// - Throws: `ValidationError` with the nearest name if there is no metric of that name.
  init(_ text: String, isRecorded: Bool = false) throws {
    guard let metric = MetricName(text) else {
      func offered(_ metrics: [MetricName]) -> [String] {
        metrics.filter { !isRecorded || $0.isSleep || !$0.metrics.isEmpty }.map(\.name)
      }
      let names = offered(MetricName.short + MetricName.all)
      throw ValidationError(
        Suggestion.nearest(to: text, among: names).map { Phrase("Unknown metric '\(text)'. Did you mean '\($0)'?") }
          ?? Phrase(
            "Unknown metric '\(text)'. Common metrics: \(offered(MetricName.short).joined(separator: ", ")). 'halo explain --help' lists all."
          ))
    }
    self.metric = metric
  }

  /// The names of recorded metrics, for a command's help.
  static let recorded = """
    METRICS: \(MetricName.all.filter { !$0.metrics.isEmpty || $0.isSleep }.map(\.name).joined(separator: ", ")).
    """

  /// All names, for a command's help.
  static let all = """
    \(recorded) DAILY METRICS: \
    \(MetricName.all.filter { $0.metrics.isEmpty && !$0.isSleep }.map(\.name).joined(separator: ", ")). SHORT NAMES: \
    \(MetricName.short.map(\.name).joined(separator: ", ")).
    """
}
