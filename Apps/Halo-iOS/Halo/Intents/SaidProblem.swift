import Foundation
import HaloModels
import HaloReports

/// What went wrong where nobody looks: Shortcuts and Siri say the sentence.
struct SaidProblem: Error, CustomLocalizedStringResourceConvertible {
  let problem: Problem

  var localizedStringResource: LocalizedStringResource { "\(problem.phrase.localized)" }

  /// A sentence of a model in the person's language, or the problem in it.
  static func sentence(_ body: () async throws -> Phrase) async throws -> String {
    do { return try await body().localized } catch let problem as Problem { throw SaidProblem(problem: problem) }
  }
}
