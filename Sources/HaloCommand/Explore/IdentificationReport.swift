import HaloBluetooth
import HaloEngine
import HaloWearables

/// A device as `halo identify` prints it.
struct IdentificationReport: Encodable, Sendable {
  /// What a device says of itself, where it says it.
  static let texts: [BluetoothUUID] = [0x2A29, 0x2A24, .hardwareRevision, .firmwareRevision]

  let device: String
  let name: String?
  let verdict: String
  let kind: String
  /// The drivers that fit, by their families' names in files.
  let families: [String]
  let certain: Bool
  let connected: Bool
  let evidence: [String]
  let advice: [String]
  let services: [String]
  let manufacturer: String?
  let model: String?
  let hardware: String?
  let firmware: String?

  /// What a device is that advertises so, and has `services` where it was connected to.
  init(_ advertisement: Advertisement, services: [BluetoothUUID]? = nil, texts: [BluetoothUUID: String] = [:]) {
    let identification = Identification(advertisement, services: services, registry: HaloProgram.registry)
    device = advertisement.device.text
    name = advertisement.name
    verdict = identification.verdict.rawValue
    kind = identification.kind
    families = identification.families.map(\.id)
    certain = identification.isCertain
    connected = services != nil
    evidence = identification.evidence
    advice = Self.advice(identification, name ?? device, device, isConnected: services != nil)
    self.services = (services ?? advertisement.services).map(\.description)
    manufacturer = texts[0x2A29]
    model = texts[0x2A24]
    hardware = texts[.hardwareRevision]
    firmware = texts[.firmwareRevision]
  }

  /// What to do with it, and how to help.
  private static func advice(
    _ what: Identification, _ name: String, _ identifier: String, isConnected: Bool
  ) -> [String] {
    // A device says itself what it is called; what is to be copied into a shell has no room for more than a name.
    let isHarmless = name.allSatisfy { $0.isLetter || $0.isNumber || " -_.:".contains($0) }
    let name = "\"\(isHarmless ? name : identifier)\""
    let look = "'halo explore \(name)' shows what it has."
    let help = """
      To help: 'halo explore \(name) --list' and a recording of what its own app says to it (docs/captures.md; 'halo capture anonymize' \
      takes out what is yours) are what a driver begins with. Attach both to an issue of the project.
      """
    switch what.verdict {
    case .supported:
      guard !what.families.contains(where: { $0.kind == .machine }) else {
        return ["'halo treadmill --device \(name)' runs it, where it is a treadmill.", look]
      }
      var advice = ["'halo pair --device \(name)' keeps it, 'halo info --device \(name)' says more."]
      if what.families.contains(where: { HaloProgram.registry.driver($0.id) is any Verifiable.Type }) {
        advice.append("To help: 'halo verify-ring --device \(name)' compares it with what Halo believes of its family.")
      }
      return advice
    case .lookalike:
      return ["No driver speaks its protocol, whatever its name or shell; Halo cannot sync it.", look, help]
    case .standard:
      return [
        "No driver keeps what it measures; its values follow a standard, and Halo reads them while it is connected.",
        look,
      ]
    case .other: return ["It is nothing that Halo is for. \(look)"]
    case .unknown:
      return isConnected
        ? ["No driver knows any of its services.", look, help]
        : ["'halo identify \(name)' connects to it, and looks closer."]
    }
  }

  func text(on terminal: Terminal) -> String {
    let sure = certain || verdict == Identification.Verdict.unknown.rawValue ? "" : ", as far as can be told"
    let made = [manufacturer, model, hardware, firmware].compactMap { $0 }
    var rows = [("is", kind + sure)]
    rows += evidence.map { ("because", $0) }
    rows.append(("driver", families.isEmpty ? "none fits" : families.joined(separator: ", ")))
    if !made.isEmpty { rows.append(("says", made.joined(separator: ", "))) }
    rows += advice.enumerated().map { ($0 == 0 ? "next" : "", $1) }
    let title = terminal.paint(Words.printable(name ?? "(no name)"), .bold) + "  " + device
    let lines = rows.map { label, value in
      "  " + terminal.paint(label + String(repeating: " ", count: 10 - label.count), .faint) + Words.printable(value)
    }
    return ([title] + lines).joined(separator: "\n") + "\n"
  }
}
