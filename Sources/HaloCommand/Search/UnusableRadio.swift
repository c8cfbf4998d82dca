import HaloDoctor

/// The error that the real radio cannot be used: the verdict of `halo doctor`.
struct UnusableRadio: PhrasedError {
  private let reason: Phrase

  /// Returns `nil` if a radio with this report can be used, with that adapter if one is named. Without a report, the
  /// program has no radio.
  init?(_ report: RadioReport?, adapter: String?) {
    guard report?.answer.usable(adapter).isEmpty ?? true else { return nil }
    var findings = FindingsReader().read(version: HaloProgram.version, journal: nil, isStandard: true)
    findings.add(report)
    findings.adapter = adapter
    reason = Diagnosis(findings).verdict
  }

  /// An error of a radio that can be used again.
  init(_ error: any Error) { reason = Phrase("\(error)") }

  /// Returns whether an error means that the radio cannot be used.
  static func isRadioGone(_ error: any Error) -> Bool {
    guard case .radio(let state) = (error as? BluetoothError)?.reason else { return false }
    return ![.unknown, .poweredOn].contains(state)
  }

  var phrase: Phrase { Phrase("\(reason) 'halo doctor' shows the reason and a fix.") }
}
