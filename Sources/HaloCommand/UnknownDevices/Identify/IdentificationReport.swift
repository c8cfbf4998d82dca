import HaloEngine

/// A device as printed by `halo identify`.
struct IdentificationReport: Sendable {
  /// The characteristics with a device's manufacturer, model and revisions.
  static let texts: [BluetoothUUID] = [0x2A29, 0x2A24, .hardwareRevision, .firmwareRevision]

  private let advertisement: Advertisement
  private let services: [BluetoothUUID]?
  private let texts: [BluetoothUUID: String]
  private let what: Identification

  /// Identifies a device by its advertisement and, if it was connected, its `services`.
  init(_ advertisement: Advertisement, services: [BluetoothUUID]? = nil, texts: [BluetoothUUID: String] = [:]) {
    self.advertisement = advertisement
    self.services = services
    self.texts = texts
    what = Identification(advertisement, services: services, registry: HaloProgram.registry)
  }

  var fields: JSONFields {
    [
      "device": advertisement.device.text, "name": advertisement.name, "verdict": what.verdict.rawValue,
      "kind": what.kind, "families": what.families.map(\.id), "certain": what.isCertain, "connected": services != nil,
      "evidence": what.evidence, "advice": advice, "services": (services ?? advertisement.services).map(\.description),
      "manufacturer": texts[0x2A29], "model": texts[0x2A24], "hardware": texts[.hardwareRevision],
      "firmware": texts[.firmwareRevision],
    ]
  }

  /// Returns advice on how to use the device, and how to contribute.
  private var advice: [Phrase] {
    let identifier = advertisement.device.text
    let name = advertisement.name ?? identifier
    // The name comes from the device. Only use it in a command to copy if it has no shell metacharacters.
    let isSafe = name.allSatisfy { $0.isLetter || $0.isNumber || " -_.:".contains($0) }
    let quoted = "\"\(isSafe ? name : identifier)\""
    let look = Phrase("'halo explore \(quoted)' lists its services.")
    let help = Phrase(
      """
      To help with a driver: attach the output of 'halo explore \(quoted) --list' and a capture of the vendor's app \
      (docs/captures.md; 'halo capture anonymize' removes your data) to a project issue.
      """)
    switch what.verdict {
    case .supported:
      guard !what.families.contains(where: { $0.kind == .machine }) else {
        return [Phrase("'halo treadmill --device \(quoted)' controls it, if it is a treadmill."), look]
      }
      var advice = [Phrase("'halo pair --device \(quoted)' pairs it, 'halo info --device \(quoted)' shows details.")]
      if what.families.contains(where: { HaloProgram.registry.driver($0.id) is any Verifiable.Type }) {
        advice.append(
          Phrase("To help: 'halo verify-ring --device \(quoted)' tests Halo's protocol claims against it."))
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
      return services != nil
        ? [Phrase("No driver supports any of its services."), look, help]
        : [Phrase("'halo identify \(quoted)' connects to it and reads its services.")]
    }
  }

  func text(on terminal: Terminal) -> String {
    let isSure = what.isCertain || what.verdict == .unknown
    let made = Self.texts.compactMap { texts[$0] }
    var rows: [(label: Phrase, value: Phrase)] = [
      (Phrase("is"), isSure ? what.kind : Phrase("\(what.kind), probably"))
    ]
    rows += what.evidence.map { (Phrase("because"), $0) }
    rows.append((Phrase("driver"), what.families.isEmpty ? Phrase("none fits") : .names(what.families.map(\.id))))
    if !made.isEmpty { rows.append((Phrase("reports"), .names(made))) }
    rows += advice.enumerated().map { ($0 == 0 ? Phrase("next") : "", $1) }
    let name = advertisement.name ?? Phrase("(no name)").text
    let title = terminal.paint(VisibleText.printable(name), .bold) + "  " + advertisement.device.text
    return terminal.fitted(title) + "\n" + FactRows.draw(rows, on: terminal, indentation: 2, width: 10)
  }
}
