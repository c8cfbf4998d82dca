import HaloDoctor

/// The bundle that `halo doctor --bundle` writes. Schema: docs/schemas/doctor-bundle.json. Missing parts have a
/// reason.
enum DoctorBundle {
  /// The format version. Increased when a change would break readers of the earlier version.
  static let version = 1
  private static let about = [
    "Collected by 'halo doctor --bundle' for a bug report. Read it before you send it.",
    "It contains versions, the checks of 'halo doctor', settings, the paired devices with their latest sessions and errors, and the last "
      + "frames of each device.",
    "It contains no address, serial number, name of a person or device, profile, password or hook command.",
    "Measured values in frames are made up. ADDRESS, DEVICE, WEARER, USER, JOURNAL and REPLACED mark removed values.",
  ]

  /// Puts the parts of a bundle together.
  static func fields(
    _ findings: Findings, configuration: JSONFields, daemon: JSONFields, journal: JSONFields
  ) -> JSONFields {
    let versions: JSONFields = [
      "halo": findings.version, "system": findings.system, "distribution": findings.distributionName,
      "bluetoothd": findings.daemon?.version, "machine": findings.board, "container": findings.container,
    ]
    return [
      "about": about, "format": "halo-doctor-bundle", "version": version, "versions": versions,
      "doctor": DoctorReport(findings, Diagnosis(findings)).fields, "configuration": configuration, "daemon": daemon,
      "journal": journal,
    ]
  }
}

extension Findings {
  /// The findings without names, addresses and paths.
  var anonymous: Findings {
    var findings = self
    findings.user.name = "USER"
    findings.links = links.map { _ in Link(name: "a wearable", address: "ADDRESS") }
    findings.journal?.path = "JOURNAL"
    switch answer {
    case .adapters(let adapters): findings.answer = .adapters(adapters.map(\.anonymous))
    case .noBus(let reason): findings.answer = .noBus(Phrase(verbatim: Anonymizer().text(reason.english)))
    case .refused(let message): findings.answer = .refused(Anonymizer().text(message))
    case .failed(let error): findings.answer = .failed(Anonymizer().text(error))
    case .absent, .silent: break
    }
    findings.bus = Anonymizer().text(bus)
    return findings
  }
}
