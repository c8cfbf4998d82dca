import HaloBluetooth
import HaloEngine
import HaloReports
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
  let advice: [Phrase]
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
  ) -> [Phrase] {
    // A device says itself what it is called; what is to be copied into a shell has no room for more than a name.
    let isHarmless = name.allSatisfy { $0.isLetter || $0.isNumber || " -_.:".contains($0) }
    let name = "\"\(isHarmless ? name : identifier)\""
    let look = Phrase("'halo explore \(name)' shows what it has.")
    let help = Phrase(
      """
      To help: 'halo explore \(name) --list' and a recording of what its own app says to it (docs/captures.md; 'halo capture anonymize' \
      takes out what is yours) are what a driver begins with. Attach both to an issue of the project.
      """)
    switch what.verdict {
    case .supported:
      guard !what.families.contains(where: { $0.kind == .machine }) else {
        return [Phrase("'halo treadmill --device \(name)' runs it, if it is a treadmill."), look]
      }
      var advice = [Phrase("'halo pair --device \(name)' keeps it, 'halo info --device \(name)' says more.")]
      if what.families.contains(where: { HaloProgram.registry.driver($0.id) is any Verifiable.Type }) {
        advice.append(
          Phrase("To help: 'halo verify-ring --device \(name)' compares it with what Halo believes of its family."))
      }
      return advice
    case .lookalike:
      return [
        Phrase("No driver speaks its protocol, whatever its name or shell; Halo cannot sync it."), look, help,
      ]
    case .standard:
      return [
        Phrase(
          "No driver keeps what it measures; its values follow a standard, and Halo reads them while it is connected."),
        look,
      ]
    case .other: return [Phrase("It is nothing that Halo is for. \(look)")]
    case .unknown:
      return isConnected
        ? [Phrase("No driver knows any of its services."), look, help]
        : [Phrase("'halo identify \(name)' connects to it, and looks closer.")]
    }
  }

  func text(on terminal: Terminal) -> String {
    let isSure = certain || verdict == Identification.Verdict.unknown.rawValue
    let (kind, made) = (Self.phrase(kind), [manufacturer, model, hardware, firmware].compactMap(\.self))
    var rows: [(label: Phrase, value: Phrase)] = [
      (Phrase("is"), isSure ? kind : Phrase("\(kind), probably"))
    ]
    rows += evidence.map { (Phrase("because"), Self.phrase($0)) }
    rows.append((Phrase("driver"), families.isEmpty ? Phrase("none fits") : .names(families)))
    if !made.isEmpty { rows.append((Phrase("reports"), .names(made))) }
    rows += advice.enumerated().map { ($0 == 0 ? Phrase("next") : "", $1) }
    let title = terminal.paint(Words.printable(name ?? Phrase("(no name)").text), .bold) + "  " + device
    return title + "\n" + FactRows.draw(rows, on: terminal, indentation: 2, width: 10)
  }

  /// A text of ``Identification`` in the language of the person who reads it.
  static func phrase(_ words: String) -> Phrase {
    func rest(_ beginning: String, _ end: String = ".") -> String? {
      words.hasPrefix(beginning) ? String(words.dropFirst(beginning.count).dropLast(end.count)) : nil
    }
    let lacking = ", and it has none of the services that the driver speaks with."
    if let service = rest("It has the service ") { return Phrase("It has the service \(service).") }
    if let company = rest("It advertises data of the company ") {
      return Phrase("It advertises data of the company \(company).")
    }
    if let family = rest("something that looks like a ", "") { return Phrase("something that looks like a \(family)") }
    if words.hasSuffix(lacking), let family = rest("Its name or data are usual for a ", lacking) {
      return Phrase(
        "Its name or data are usual for a \(family), and it has none of the services that the driver speaks with.")
    }
    return Phrase(stringLiteral: words)
  }
}
