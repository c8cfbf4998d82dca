import HaloEngine
public import HaloReports
public import Observation

/// What the Explain screen binds to: where a number comes from, down to the bytes.
@MainActor @Observable
public final class ExplainModel {
  /// What there is to show.
  public private(set) var contents: Loaded<ExplanationReport> = .loading

  private let environment: ModelEnvironment
  private let subject: ExplainSubject

  /// Where `subject` comes from.
  public init(_ subject: ExplainSubject, _ environment: ModelEnvironment) {
    self.subject = subject
    self.environment = environment
  }

  /// Reads what is known.
  public func run() async {
    let (subject, registry) = (subject, environment.registry)
    do {
      contents = .value(
        try await environment.report { reports in
          try reports.explanation(of: subject, registry) {
            try InsightKeeper(reports.journal).gap($0, of: reports.wearer, on: $1)
          }
        })
    } catch is CancellationError {
    } catch let error as ExplanationError {
      contents = .empty(Advice(Phrase("No data"), error.phrase))
    } catch { contents = .failed(Problem(error)) }
  }
}
