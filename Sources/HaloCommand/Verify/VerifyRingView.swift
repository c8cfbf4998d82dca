import HaloWearables

/// What a person sees of `halo verify-ring`.
struct VerifyRingView: Sendable {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func begin(_ label: String) {
    StandardError.write(
      "Talking to \(Words.printable(label)). This takes up to ten minutes; Control-C ends it sooner.\n")
  }

  func tell(_ number: Int, of count: Int, _ what: String) {
    StandardError.write(number == 0 ? "      \(Words.printable(what))\n" : "\n\(number) of \(count): \(what)\n")
  }

  func ask(_ posture: VerificationOwner.Posture, waits: Bool) {
    let words =
      switch posture {
      case .lying: "Take the ring off and lay it on a table"
      case .worn: "Put the ring on, its sensors on the palm's side, and keep the hand still"
      }
    StandardError.write("  \(words)\(waits ? ", then press Return." : " now.")\n")
  }

  func hear(_ finding: BeliefFinding) { StandardError.write("  \(line(finding))\n") }

  /// What became of every belief.
  func summary(_ findings: [BeliefFinding]) -> String {
    func count(_ verdict: BeliefFinding.Verdict) -> Int { findings.filter { $0.verdict == verdict }.count }
    var text = "\n\(count(.confirmed)) confirmed, \(count(.refuted)) refuted, \(count(.notTried)) not tried.\n"
    for finding in findings where finding.verdict != .confirmed { text += "  \(line(finding))\n" }
    return text
  }

  /// What to do with a capture.
  func advice(file: String, keepsValues: Bool) -> String {
    """

    \(file) holds this and all frames, without \(keepsValues ? "addresses and names, but with your health data" : "addresses, names and measured values"). Look at it with
      halo capture info \(file)
      halo capture show \(file)
    and attach it to an issue of the project. Thank you!

    """
  }

  /// What to do with a report.
  func submission(file: String, isSimulated: Bool) -> String {
    """

    The report is \(Words.printable(file)). It holds the ring's model and firmware, the verdict on each belief, and all frames with made-up \
    values in place of yours. It has no address, no serial number and no name.
    """
      + (isSimulated
        ? "\nThe ring was simulated, so the report is no evidence. Do not send it.\n"
        : """

        Read it first. Then open an issue of the project with the template "My device works", and attach the file. Thank you!

        """)
  }

  private func line(_ finding: BeliefFinding) -> String {
    let (mark, color): (String, Terminal.Color) =
      switch finding.verdict {
      case .confirmed: ("✓", .green)
      case .refuted: ("✗", .red)
      case .notTried: ("·", .faint)
      }
    let seen = finding.seen.isEmpty ? "" : terminal.paint(" (\(Words.printable(finding.seen)))", .faint)
    return terminal.paint(mark, color) + " \(finding.statement)\(seen)"
  }
}
