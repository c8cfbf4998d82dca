package import HaloBluetooth
package import HaloText

/// What follows from what was found: each thing that was looked at, and whether Bluetooth can be used.
package struct Diagnosis {
  /// From the ground up, so that the first problem is the one to begin with.
  package let checks: [Check]
  /// The adapter that Halo can use; `nil` where there is none.
  package let adapter: RadioReport.Adapter?
  package let verdict: Phrase
  package var isReady: Bool { adapter != nil }

  package init(_ findings: Findings) {
    let examination = Examination(findings: findings)
    checks = examination.checks
    adapter = checks.contains { $0.hindrance != nil } ? nil : examination.usable.first
    if let adapter {
      let journal = checks.last { $0.check == .journal && $0.outcome == .problem }
      let ready =
        adapter == examination.firstOn
        ? Phrase("Ready: Halo can use \(adapter.name) (\(adapter.address)).")
        : Phrase("Ready: Halo can use \(adapter.name) (\(adapter.address)), with --adapter \(adapter.name).")
      verdict =
        journal == nil ? ready : Phrase("\(ready) Its data cannot be stored yet; see 'journal'.")
    } else {
      let hindrance = checks.lazy.compactMap(\.hindrance).first ?? Phrase("there is no adapter")
      verdict = Phrase("Bluetooth cannot be used: \(hindrance).")
    }
  }
}
