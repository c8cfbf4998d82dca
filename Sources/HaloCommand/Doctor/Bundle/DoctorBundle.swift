import HaloDoctor
import HaloReports
import HaloBluetooth
import HaloJournal

/// What `halo doctor --bundle` writes: docs/schemas/doctor-bundle.json. A part that is missing says why.
struct DoctorBundle: Encodable {
  /// Grows if a reader of an earlier version would misunderstand a bundle.
  static let version = 1

  /// Versions of the software and of the machine.
  struct Versions: Encodable {
    let halo: String
    /// The system in a word: `Linux 6.1.0-18-amd64`.
    let system: String
    /// As the distribution calls itself.
    let distribution: String?
    let bluetoothd: String?
    let machine: String?
    let container: String?
  }

  private let about = [
    "Collected by 'halo doctor --bundle' to find a fault. Read it before you send it.",
    "It holds versions, the checks of 'halo doctor', settings, the paired devices with their latest sessions and errors, and the last "
      + "frames of each device.",
    "It has no address, no serial number, no name of a person or device, no profile, no password and no command of a hook.",
    "Measured values in frames are made up. ADDRESS, DEVICE, WEARER, USER, JOURNAL and REPLACED stand for what was left out.",
  ]
  private let format = "halo-doctor-bundle"
  private let version = Self.version
  let versions: Versions
  let doctor: DoctorReport
  let configuration: BundledSettings
  let daemon: BundledDaemon
  let journal: BundledJournal
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
