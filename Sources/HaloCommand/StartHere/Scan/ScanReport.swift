/// Devices as printed by `halo scan`.
enum ScanReport {
  /// Returns a device as JSON; for fitness machines with the advertised kinds, and whether the machine is available.
  static func fields(_ advertisement: Advertisement) -> JSONFields {
    let machine = HaloProgram.registry.advertisedMachine(advertisement)
    return [
      "device": advertisement.device.text, "name": advertisement.name, "rssi": advertisement.rssi,
      "services": advertisement.services.map(\.description),
      "family": HaloProgram.registry.driver(for: advertisement)?.family.id,
      "machines": machine.map { $0.kinds.map(\.rawValue) }, "available": machine?.isAvailable,
    ]
  }

  /// Returns the advertised kind of a device; `nil` if unknown.
  private static func words(_ advertisement: Advertisement) -> Phrase? {
    let family = HaloProgram.registry.driver(for: advertisement)?.family.name
    guard let machine = HaloProgram.registry.advertisedMachine(advertisement) else { return family }
    guard let kinds = Phrase.all(machine.kinds.map(\.phrase)) ?? family else { return nil }
    return machine.isAvailable ? kinds : Phrase("\(kinds), not available")
  }

  /// Returns one line per device, in the given order.
  static func table(_ found: [Advertisement], _ terminal: Terminal) -> String {
    func label(_ advertisement: Advertisement) -> String {
      advertisement.name.map { VisibleText.printable($0) } ?? Phrase("(no name)").text
    }
    let width = max(4, found.map { label($0).count }.max() ?? 0)
    return found.map { (advertisement: Advertisement) -> String in
      let name = label(advertisement)
      let strength = advertisement.rssi.map { "\($0) dBm" } ?? "?"
      let family = words(advertisement)?.text ?? ""
      let padded = terminal.paint(
        name.padded(to: width), family.isEmpty ? .faint : .bold)
      let line = "\(padded)  \(advertisement.device)  \(strength)  \(terminal.paint(family, .green))"
      return line.trimmingEnd + "\n"
    }.joined()
  }
}
