import HaloBluetooth

/// What follows from what was found: each thing that was looked at, and whether Bluetooth can be used.
struct Diagnosis {
  /// From the ground up, so that the first problem is the one to begin with.
  let checks: [Check]
  /// The adapter that Halo can use; `nil` where there is none.
  let adapter: RadioReport.Adapter?
  let verdict: String
  var isReady: Bool { adapter != nil }

  init(_ findings: Findings) {
    let examination = Examination(findings: findings)
    checks = examination.checks
    adapter = checks.contains { $0.hindrance != nil } ? nil : examination.usable.first
    if let adapter {
      let journal = checks.last { $0.check == .journal && $0.outcome == .problem }
      verdict =
        "Ready: Halo can use \(adapter.name) (\(adapter.address))"
        + (adapter == examination.firstOn ? "." : ", with --adapter \(adapter.name).")
        + (journal == nil ? "" : " What it brings home cannot be kept yet; see 'journal'.")
    } else {
      verdict = "Bluetooth cannot be used: \(checks.lazy.compactMap(\.hindrance).first ?? "there is no adapter")."
    }
  }
}
