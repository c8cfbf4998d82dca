public import Observation

/// The model of the Explain screen: the origin of a value, down to the received bytes.
@MainActor @Observable
public final class ExplainModel {
  /// The explanation, or its loading state.
  public private(set) var contents: Loaded<ExplanationReport> = .loading

  private let environment: ModelEnvironment
  private let subject: ExplainSubject

  /// Creates a model that explains `subject`.
  public init(_ subject: ExplainSubject, _ environment: ModelEnvironment) {
    self.subject = subject
    self.environment = environment
  }

  /// Loads the explanation.
  public func run() async {
    let subject = subject
    let registry = environment.registry
    do {
      contents = .value(
        try await environment.report { reports in
          try reports.explanation(of: subject, registry) {
            try DerivedMetricsUpdater(reports.journal).gap($0, of: reports.wearer, on: $1)
          }
        })
    } catch is CancellationError {
    } catch let error as ExplanationError {
      contents = .empty(Advice(Phrase("No data"), error.phrase))
    } catch { contents = .failed(Problem(error)) }
  }
}
