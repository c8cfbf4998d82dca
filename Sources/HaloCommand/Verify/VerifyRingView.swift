import HaloReports
import HaloWearables

/// What a person sees of `halo verify-ring`.
struct VerifyRingView: Sendable {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func begin(_ label: String) {
    let text = Phrase("Talking to \(label). This takes up to ten minutes; Control-C ends it sooner.").text
    StandardError.write(Words.printable(text) + "\n")
  }

  func show(trial number: Int, of count: Int, _ trial: Phrase) {
    StandardError.write("\n\(Phrase("\(number) of \(count): \(trial)").text)\n")
  }

  func show(remark: Phrase) { StandardError.write("      \(Words.printable(remark.text))\n") }

  func ask(_ posture: VerificationOwner.Posture, waits: Bool) {
    let phrase =
      switch (posture, waits) {
      case (.lying, true): Phrase("Take the ring off and lay it on a table, then press Return.")
      case (.lying, false): Phrase("Take the ring off and lay it on a table now.")
      case (.worn, true):
        Phrase("Put the ring on, its sensors on the palm's side, and keep the hand still, then press Return.")
      case (.worn, false): Phrase("Put the ring on, its sensors on the palm's side, and keep the hand still now.")
      }
    StandardError.write("  \(phrase.text)\n")
  }

  func show(_ finding: BeliefFinding) { StandardError.write("  \(line(finding))\n") }

  /// What became of every belief.
  func summary(_ findings: [BeliefFinding]) -> String {
    func count(_ verdict: BeliefFinding.Verdict) -> Int { findings.filter { $0.verdict == verdict }.count }
    let counts = (confirmed: count(.confirmed), refuted: count(.refuted), notTried: count(.notTried))
    let summary = Phrase("\(counts.confirmed) confirmed, \(counts.refuted) refuted, \(counts.notTried) not tried.")
    var text = "\n\(summary.text)\n"
    for finding in findings where finding.verdict != .confirmed { text += "  \(line(finding))\n" }
    return text
  }

  /// What to do with a capture.
  func advice(file: String, keepsValues: Bool) -> String {
    let contents =
      keepsValues
      ? Phrase("\(file) holds this and all frames, without addresses and names, but with your health data.")
      : Phrase("\(file) holds this and all frames, without addresses, names and measured values.")
    return [
      Phrase("\(contents) Look at it with"), Phrase(verbatim: "  halo capture info \(file)"),
      Phrase(verbatim: "  halo capture show \(file)"),
      Phrase("and attach it to an issue of the project. Thank you!"),
    ].map { Words.printable($0.text) + "\n" }.joined()
  }

  /// What to do with a report.
  func submission(file: String, isSimulated: Bool) -> String {
    let contents = Phrase(
      """
      The report is \(file). It holds the ring's model and firmware, the verdict on each belief, and all frames with made-up values in \
      place of yours. It has no address, no serial number and no name.
      """)
    let next =
      isSimulated
      ? Phrase("The ring was simulated, so the report is no evidence. Do not send it.")
      : Phrase(
        """
        Read it first. Then open an issue of the project with the template "My device works", and attach the file. Thank you!
        """)
    return Words.printable(contents.text) + (isSimulated ? "\n\n" : "\n") + next.text + "\n"
  }

  private func line(_ finding: BeliefFinding) -> String {
    let (mark, color): (String, Terminal.Color) =
      switch finding.verdict {
      case .confirmed: ("✓", .green)
      case .refuted: ("✗", .red)
      case .notTried: ("·", .faint)
      }
    let seen = finding.seen.map { terminal.paint(" (\(Words.printable($0.text)))", .faint) } ?? ""
    return terminal.paint(mark, color) + " \(finding.statement.text)\(seen)"
  }
}
