/// `halo devices`: the paired devices.
struct DevicesCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the paired devices.",
    discussion: "EXIT STATUS: 0, also if no device is paired.")

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print one JSON object per device, or [] if no device is paired.")
  var json = false

  func run() throws {
    let journal = try journalOptions.openExisting(needsValues: false)
    let devices = try journal.devices().map {
      try DeviceReport($0, journal, HaloProgram.registry, now: WallTime.system.moment)
    }
    if json { return try StandardOutput.write(jsonList: devices) }
    if devices.isEmpty {
      StandardError.report("no device is paired. Pair one with 'halo pair'.\(journalOptions.adviceIfEmpty)")
    }
    let terminal = Terminal.current()
    let width = min((devices.map(\.name.count).max() ?? 0), terminal.width / 2)
    for device in devices {
      let name = VisibleText.printable(device.name)
      let facts: [String?] = [
        device.identifier, VisibleText.printable(device.firmware ?? device.family),
        VisibleText.printable(device.wearer),
        Phrase("last connected \(device.lastConnected)").text,
        device.charge.map { Phrase("battery \($0)").text },
      ]
      let line = terminal.paint(name.padded(to: width), .bold) + "  " + facts.compactMap(\.self).joined(separator: "  ")
      try StandardOutput.write(text: terminal.fitted(line) + "\n")
    }
  }
}
