import HaloBluetooth
import HaloReports

/// What follows from what was found: each thing that was looked at, and whether Bluetooth can be used.
struct Diagnosis {
  /// From the ground up, so that the first problem is the one to begin with.
  let checks: [Check]
  /// The adapter that Halo can use; `nil` where there is none.
  let adapter: RadioReport.Adapter?
  let verdict: Phrase
  var isReady: Bool { adapter != nil }

  init(_ findings: Findings) {
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
