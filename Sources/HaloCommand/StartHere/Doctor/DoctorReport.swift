import HaloDoctor

/// The output of `halo doctor`.
struct DoctorReport {
  private let findings: Findings
  private let diagnosis: Diagnosis

  init(_ findings: Findings, _ diagnosis: Diagnosis) { (self.findings, self.diagnosis) = (findings, diagnosis) }

  var fields: JSONFields {
    [
      "halo": findings.version, "ready": diagnosis.isReady, "verdict": diagnosis.verdict,
      "adapter": diagnosis.adapter?.name, "adapters": findings.answer.adapters, "checks": diagnosis.checks,
    ]
  }

  /// Returns one line per check, with advice below problems, and the verdict.
  func text(_ terminal: Terminal) -> String {
    let width = 12
    let indent = String(repeating: " ", count: width + 2)
    var lines: [String] = []
    for check in diagnosis.checks {
      let label = check.check.rawValue
      lines.append(
        sign(check.outcome, terminal) + " " + label.padded(to: width)
          + VisibleText.printable(check.text.text))
      for advice in check.advice {
        lines.append(indent + VisibleText.printable(advice.text.text))
        if let command = advice.command {
          lines.append(indent + "  " + terminal.paint(VisibleText.printable(command), .bold))
        }
      }
    }
    lines.append("")
    lines.append(terminal.paint(VisibleText.printable(diagnosis.verdict.text), diagnosis.isReady ? .green : .red))
    return terminal.fitted(lines.joined(separator: "\n") + "\n")
  }

  private func sign(_ outcome: Check.Outcome, _ terminal: Terminal) -> String {
    switch outcome {
    case .ok: terminal.paint(terminal.usesUnicode ? "✓" : "+", .green)
    case .remark: terminal.paint("!", .yellow)
    case .problem: terminal.paint(terminal.usesUnicode ? "✗" : "x", .red)
    }
  }
}
