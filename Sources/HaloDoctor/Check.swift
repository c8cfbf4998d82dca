package import HaloText

/// One check and its result.
package struct Check: Encodable, Hashable {
  /// The result of a check.
  package enum Outcome: String, Encodable {
    /// As expected.
    case ok
    /// Worth knowing, but blocks nothing.
    case remark
    /// A problem that needs fixing.
    case problem
  }

  /// Advice, and the command for it if there is one.
  package struct Advice: Encodable, Hashable {
    package let text: Phrase
    package let command: String?

    package init(_ text: Phrase, _ command: String? = nil) {
      self.text = text
      self.command = command
    }
  }

  /// The subject of a check.
  package enum Subject: String, Encodable {
    case halo, machine, kernel, `switch`, bus, bluetoothd, permission, adapter, link, journal
  }

  package let check: Subject
  package let outcome: Outcome
  package let text: Phrase
  package let advice: [Advice]
  /// Why Bluetooth cannot be used, as text that follows "Bluetooth cannot be used:"; `nil` if the check does not block
  /// Bluetooth.
  package let blockingReason: Phrase?

  private enum CodingKeys: String, CodingKey { case check, outcome, text, advice }

  package static func ok(_ check: Subject, _ text: Phrase) -> Check {
    Check(check: check, outcome: .ok, text: text, advice: [], blockingReason: nil)
  }

  package static func remark(_ check: Subject, _ text: Phrase, _ advice: [Advice] = []) -> Check {
    Check(check: check, outcome: .remark, text: text, advice: advice, blockingReason: nil)
  }

  /// Creates a problem. If it has a `blockingReason`, it keeps Bluetooth from being used.
  package static func problem(_ check: Subject, _ text: Phrase, blockingReason: Phrase?, _ advice: [Advice]) -> Check {
    Check(check: check, outcome: .problem, text: text, advice: advice, blockingReason: blockingReason)
  }
}
