import HaloReports

/// One thing that was looked at.
struct Check: Encodable, Hashable {
  /// How it is.
  enum Outcome: String, Encodable {
    /// As it should be.
    case ok
    /// Worth knowing; it keeps nobody from anything.
    case remark
    /// Wrong.
    case problem
  }

  /// What to do: words, and the command that does it where there is one.
  struct Advice: Encodable, Hashable {
    let text: Phrase
    let command: String?

    init(_ text: Phrase, _ command: String? = nil) {
      self.text = text
      self.command = command
    }
  }

  /// What was looked at.
  enum Subject: String, Encodable {
    case halo, machine, kernel, `switch`, bus, bluetoothd, permission, adapter, link, journal
  }

  let check: Subject
  let outcome: Outcome
  let text: Phrase
  let advice: [Advice]
  /// Why Bluetooth cannot be used, in words that follow "Bluetooth cannot be used:"; `nil` where this is no reason.
  let hindrance: Phrase?

  private enum CodingKeys: String, CodingKey { case check, outcome, text, advice }

  static func ok(_ check: Subject, _ text: Phrase) -> Check {
    Check(check: check, outcome: .ok, text: text, advice: [], hindrance: nil)
  }

  static func remark(_ check: Subject, _ text: Phrase, _ advice: [Advice] = []) -> Check {
    Check(check: check, outcome: .remark, text: text, advice: advice, hindrance: nil)
  }

  /// A problem that keeps Bluetooth from being used where there is a `hindrance`.
  static func problem(_ check: Subject, _ text: Phrase, hindrance: Phrase?, _ advice: [Advice]) -> Check {
    Check(check: check, outcome: .problem, text: text, advice: advice, hindrance: hindrance)
  }
}
