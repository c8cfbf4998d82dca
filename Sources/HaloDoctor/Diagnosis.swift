package import HaloBluetooth

/// The results of all checks, and whether Bluetooth can be used.
package struct Diagnosis {
  /// The checks in the order of their dependencies: fix the first problem first.
  package let checks: [Check]
  /// The adapter that Halo can use, or `nil`.
  package let adapter: RadioReport.Adapter?
  package let verdict: Phrase
  package var isReady: Bool { adapter != nil }

  package init(_ findings: Findings) {
    let examination = Examination(findings: findings)
    checks = examination.checks
    adapter = checks.contains { $0.blockingReason != nil } ? nil : examination.usable.first
    if let adapter {
      let journal = checks.last { $0.check == .journal && $0.outcome == .problem }
      let ready =
        adapter == examination.firstOn
        ? Phrase("Ready: Halo can use \(adapter.name) (\(adapter.address)).")
        : Phrase("Ready: Halo can use \(adapter.name) (\(adapter.address)), with --adapter \(adapter.name).")
      verdict =
        journal == nil ? ready : Phrase("\(ready) Data cannot be stored yet; see 'journal'.")
    } else {
      let blockingReason = checks.lazy.compactMap(\.blockingReason).first ?? Phrase("there is no adapter")
      verdict = Phrase("Bluetooth cannot be used: \(blockingReason).")
    }
  }
}
