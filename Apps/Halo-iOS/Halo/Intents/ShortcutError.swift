import Foundation
import HaloModels
import HaloReports

/// An error for Shortcuts and Siri, which show or speak its message.
struct ShortcutError: Error, CustomLocalizedStringResourceConvertible {
  let problem: Problem

  var localizedStringResource: LocalizedStringResource { "\(problem.phrase.localized)" }

  /// Returns a model's sentence in the app's language, or throws the problem with its message.
  static func sentence(_ body: () async throws -> Phrase) async throws -> String {
    do { return try await body().localized } catch let problem as Problem { throw ShortcutError(problem: problem) }
  }
}
