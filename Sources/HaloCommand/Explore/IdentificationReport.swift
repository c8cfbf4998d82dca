import HaloEngine
import HaloReports

/// A device as printed by `halo identify`.
struct IdentificationReport: Encodable, Sendable {
  /// The characteristics with a device's manufacturer, model and revisions.
  static let texts: [BluetoothUUID] = [0x2A29, 0x2A24, .hardwareRevision, .firmwareRevision]

  let device: String
  let name: String?
  let verdict: String
  let kind: Phrase
  /// The identifiers of the matching families.
  let families: [String]
  let certain: Bool
  let connected: Bool
  let evidence: [Phrase]
  let advice: [Phrase]
  let services: [String]
  let manufacturer: String?
  let model: String?
  let hardware: String?
  let firmware: String?

  /// Identifies a device by its advertisement and, if it was connected, its `services`.
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

  /// Returns advice on how to use the device, and how to contribute.
  private static func advice(
    _ what: Identification, _ name: String, _ identifier: String, isConnected: Bool
  ) -> [Phrase] {
    // The name comes from the device. Only use it in a command to copy if it has no shell metacharacters.
    let isSafe = name.allSatisfy { $0.isLetter || $0.isNumber || " -_.:".contains($0) }
    let name = "\"\(isSafe ? name : identifier)\""
    let look = Phrase("'halo explore \(name)' lists its services.")
    let help = Phrase(
      """
      To help with a driver: attach the output of 'halo explore \(name) --list' and a capture of the vendor's app \
      (docs/captures.md; 'halo capture anonymize' removes your data) to a project issue.
      """)
    switch what.verdict {
    case .supported:
      guard !what.families.contains(where: { $0.kind == .machine }) else {
        return [Phrase("'halo treadmill --device \(name)' controls it, if it is a treadmill."), look]
      }
      var advice = [Phrase("'halo pair --device \(name)' pairs it, 'halo info --device \(name)' shows details.")]
      if what.families.contains(where: { HaloProgram.registry.driver($0.id) is any Verifiable.Type }) {
        advice.append(
          Phrase("To help: 'halo verify-ring --device \(name)' tests Halo's protocol claims against it."))
      }
      return advice
    case .lookalike:
      return [
        Phrase("No driver supports its protocol, despite its name or look. Halo cannot sync it."), look, help,
      ]
    case .standard:
      return [
        Phrase(
          "No driver stores its measurements, but its values follow a standard, so Halo can read them while connected."),
        look,
      ]
    case .other: return [Phrase("Halo does not support this kind of device. \(look)")]
    case .unknown:
      return isConnected
        ? [Phrase("No driver supports any of its services."), look, help]
        : [Phrase("'halo identify \(name)' connects to it and reads its services.")]
    }
  }

  func text(on terminal: Terminal) -> String {
    let isSure = certain || verdict == Identification.Verdict.unknown.rawValue
    let made = [manufacturer, model, hardware, firmware].compactMap(\.self)
    var rows: [(label: Phrase, value: Phrase)] = [
      (Phrase("is"), isSure ? kind : Phrase("\(kind), probably"))
    ]
    rows += evidence.map { (Phrase("because"), $0) }
    rows.append((Phrase("driver"), families.isEmpty ? Phrase("none fits") : .names(families)))
    if !made.isEmpty { rows.append((Phrase("reports"), .names(made))) }
    rows += advice.enumerated().map { ($0 == 0 ? Phrase("next") : "", $1) }
    let title = terminal.paint(TextFormat.printable(name ?? Phrase("(no name)").text), .bold) + "  " + device
    return terminal.fitted(title) + "\n" + FactRows.draw(rows, on: terminal, indentation: 2, width: 10)
  }
}
