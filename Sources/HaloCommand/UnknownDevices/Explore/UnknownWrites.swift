import Synchronization

/// Decides whether `halo explore` writes values with an unknown effect: only with `--unknown-command`, and after asking
/// once. Without a terminal, the option is the answer.
final class UnknownWrites: Sendable {
  private enum Consent {
    case refused, unasked, given
  }

  private let state: Mutex<(consent: Consent, question: ExploreAction?)>

  /// `isAllowed` is true with the option, `asks` with a terminal.
  init(isAllowed: Bool, asks: Bool) { state = Mutex((isAllowed ? asks ? .unasked : .given : .refused, nil)) }

  /// Returns whether to write the value, and reports the known facts about it.
  func insists(_ refusal: WriteRefusal) -> Bool {
    guard state.withLock({ $0.consent == .given }) else { return false }
    StandardError.report(refusal.phrase)
    return true
  }

  /// Returns the question whether to perform `action` after all; `nil` if it is not to be asked.
  func question(about refusal: WriteRefusal, of action: ExploreAction) -> Phrase? {
    state.withLock { state in
      guard refusal.isUnknown, state.consent == .unasked else { return nil }
      state.question = action
      return Phrase("\(refusal) Write it anyway, and later values without asking? Type yes or no.")
    }
  }

  /// Returns the action of the open question if `line` says yes; `nil` for no and without a question.
  func confirmed(by line: String) -> (wasAsked: Bool, action: ExploreAction?) {
    state.withLock { state in
      guard let question = state.question else { return (false, nil) }
      state.question = nil
      guard InputLines.isYes(line) else { return (true, nil) }
      state.consent = .given
      return (true, question)
    }
  }
}
