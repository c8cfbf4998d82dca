package import HaloText

/// One thing that was looked at.
package struct Check: Encodable, Hashable {
  /// How it is.
  package enum Outcome: String, Encodable {
    /// As it should be.
    case ok
    /// Worth knowing; it keeps nobody from anything.
    case remark
    /// Wrong.
    case problem
  }

  /// What to do: words, and the command that does it where there is one.
  package struct Advice: Encodable, Hashable {
    package let text: Phrase
    package let command: String?

    package init(_ text: Phrase, _ command: String? = nil) {
      self.text = text
      self.command = command
    }
  }

  /// What was looked at.
  package enum Subject: String, Encodable {
    case halo, machine, kernel, `switch`, bus, bluetoothd, permission, adapter, link, journal
  }

  package let check: Subject
  package let outcome: Outcome
  package let text: Phrase
  package let advice: [Advice]
  /// Why Bluetooth cannot be used, in words that follow "Bluetooth cannot be used:"; `nil` where this is no reason.
  package let hindrance: Phrase?

  private enum CodingKeys: String, CodingKey { case check, outcome, text, advice }

  package static func ok(_ check: Subject, _ text: Phrase) -> Check {
    Check(check: check, outcome: .ok, text: text, advice: [], hindrance: nil)
  }

  package static func remark(_ check: Subject, _ text: Phrase, _ advice: [Advice] = []) -> Check {
    Check(check: check, outcome: .remark, text: text, advice: advice, hindrance: nil)
  }

  /// A problem that keeps Bluetooth from being used where there is a `hindrance`.
  package static func problem(_ check: Subject, _ text: Phrase, hindrance: Phrase?, _ advice: [Advice]) -> Check {
    Check(check: check, outcome: .problem, text: text, advice: advice, hindrance: hindrance)
  }
}
