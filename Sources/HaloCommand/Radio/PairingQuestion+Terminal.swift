import HaloBluetooth
import HaloReports

extension PairingQuestion {
  /// Asks on the terminal; `nil` without one.
  static var onTerminal: (@Sendable (PairingQuestion) async -> Int?)? {
    guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardError) else { return nil }
    return { question in
      switch question {
      case .passkey(let device):
        StandardError.report(Phrase("\(device) shows a passkey. Type it here."))
        return await Keys.pausing(InputLines.next).flatMap { Int($0.filter { !$0.isWhitespace }) }
      case .comparison(let device, let passkey):
        StandardError.report(Phrase("Does \(device) show the passkey \(digits(passkey))? Type yes or no."))
        return await Keys.pausing(InputLines.next).map { InputLines.isYes($0) } == true ? passkey : nil
      case .display(let device, let passkey):
        StandardError.report(Phrase("Enter the passkey \(digits(passkey)) on \(device)."))
        return nil
      }
    }
  }

  /// Returns the six digits of a passkey.
  private static func digits(_ passkey: Int) -> String { String("\(1_000_000 + passkey)".suffix(6)) }
}
