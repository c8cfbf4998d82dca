extension PairingQuestion {
  /// Asks on the terminal; `nil` without one.
  static var onTerminal: Answer? {
    guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardError) else { return nil }
    return Answer { question in
      switch question {
      case .passkey(let device):
        return await answer(to: Phrase("\(device) shows a passkey. Type it here.")).flatMap {
          Int($0.filter { !$0.isWhitespace })
        }
      case .comparison(let device, let passkey):
        let line = await answer(to: Phrase("Does \(device) show the passkey \(digits(passkey))? Type yes or no."))
        return line.map { InputLines.isYes($0) } == true ? passkey : nil
      case .display(let device, let passkey):
        StandardError.report("Enter the passkey \(digits(passkey)) on \(device).")
        return nil
      }
    }
  }

  /// Asks a question; the keys that are pressed from then on belong to the answer.
  private static func answer(to question: Phrase) async -> String? {
    await Keys.pausing {
      StandardError.report(question)
      return await InputLines.next()
    }
  }

  /// Returns the six digits of a passkey.
  private static func digits(_ passkey: Int) -> String { String("\(1_000_000 + passkey)".suffix(6)) }
}
