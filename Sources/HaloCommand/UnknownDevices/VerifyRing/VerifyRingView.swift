/// The terminal output of `halo verify-ring`.
struct VerifyRingView: Sendable {
  let terminal: Terminal

  func begin(_ label: String) {
    let text = Phrase("Testing \(label). This takes up to ten minutes. Press Control-C to stop early.").text
    StandardError.write(VisibleText.printable(text) + "\n")
  }

  func show(trial number: Int, of count: Int, _ trial: Phrase) {
    StandardError.write("\n\(Phrase("\(number) of \(count): \(trial)").text)\n")
  }

  func show(remark: Phrase) { StandardError.write("      \(VisibleText.printable(remark.text))\n") }

  func ask(_ posture: VerificationOwner.Posture, waits: Bool) {
    let phrase =
      switch (posture, waits) {
      case (.lying, true): Phrase("Take the ring off and lay it on a table, then press Return.")
      case (.lying, false): Phrase("Take the ring off and lay it on a table now.")
      case (.worn, true):
        Phrase("Put the ring on with its sensors on the palm side, keep the hand still, then press Return.")
      case (.worn, false): Phrase("Put the ring on now with its sensors on the palm side, and keep the hand still.")
      }
    StandardError.write("  \(phrase.text)\n")
  }

  func show(_ finding: ClaimFinding) { StandardError.write("  \(line(finding))\n") }

  /// Returns the counts of verdicts, and a line for each claim that was not confirmed.
  func summary(_ findings: [ClaimFinding]) -> String {
    func count(_ verdict: ClaimFinding.Verdict) -> Int { findings.filter { $0.verdict == verdict }.count }
    let counts = (confirmed: count(.confirmed), refuted: count(.refuted), notTried: count(.notTried))
    let summary = Phrase("\(counts.confirmed) confirmed, \(counts.refuted) refuted, \(counts.notTried) not tested.")
    var text = "\n\(summary.text)\n"
    for finding in findings where finding.verdict != .confirmed { text += "  \(line(finding))\n" }
    return text
  }

  /// Returns what to do with a capture.
  func advice(file: String, keepsValues: Bool) -> String {
    let contents =
      keepsValues
      ? Phrase("\(file) contains these results and all frames, without addresses and names, but with your health data.")
      : Phrase("\(file) contains these results and all frames, without addresses, names and measured values.")
    return [
      Phrase("\(contents) Look at it with"), Phrase(verbatim: "  halo capture info \(file)"),
      Phrase(verbatim: "  halo capture show \(file)"),
      Phrase("and attach it to a project issue. Thank you!"),
    ].map { VisibleText.printable($0.text) + "\n" }.joined()
  }

  /// Returns what to do with a report.
  func submission(file: String, isSimulated: Bool) -> String {
    let contents = Phrase(
      """
      The report is \(file). It contains the ring's model and firmware, the verdict on each claim, and all frames \
      with made-up values in place of yours. It contains no address, no serial number and no name.
      """)
    let next =
      isSimulated
      ? Phrase("The ring was simulated, so the report proves nothing. Do not submit it.")
      : Phrase(
        """
        Read it first. Then open a project issue with the template "My device works", and attach the file. Thank \
        you!
        """)
    return VisibleText.printable(contents.text) + (isSimulated ? "\n\n" : "\n") + next.text + "\n"
  }

  private func line(_ finding: ClaimFinding) -> String {
    let (mark, color): (String, Terminal.Color) =
      switch finding.verdict {
      case .confirmed: ("✓", .green)
      case .refuted: ("✗", .red)
      case .notTried: ("·", .faint)
      }
    let seen = finding.seen.map { terminal.paint(" (\(VisibleText.printable($0.text)))", .faint) } ?? ""
    return terminal.paint(mark, color) + " \(finding.statement.text)\(seen)"
  }
}
