/// `halo scan`: lists nearby devices.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "List nearby Bluetooth LE devices, and which of them Halo supports.",
    discussion: """
      For fitness machines, the list shows the advertised kind and whether the machine is available.

      EXAMPLES:
        halo scan
        halo scan --radio simulated
        halo scan --radio simulated --name R12 --seconds 10
        halo scan --radio simulated --service 180D --json

      EXIT STATUS: 0; 69 if no device was found or the radio cannot be used.
      """)

  @OptionGroup var radioOptions: RadioOptions

  @Option(help: ArgumentHelp("Only devices that advertise this service.", valueName: "uuid"), transform: parseUUID)
  var service: [BluetoothUUID] = []

  @Option(help: "Only devices whose name contains this text.")
  var name: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only devices with at least this signal strength, such as --rssi -70.", valueName: "dBm"))
  var rssi: Int?

  @Option(help: "The duration of the scan.")
  var seconds: Int = 5

  @Flag(help: "Print one JSON object per device, or [] if no device was found.")
  var json = false

  func validate() throws {
    try radioOptions.refuseTakeOver()
    try check("--seconds", seconds, within: 1...600)
  }

  func run() async throws {
    let filter = ScanFilter(services: service, name: name, minimumRSSI: rssi)
    let seenDevices = SeenDevices()
    let progress = ProgressLine()
    progress.show("Scanning for \(seconds) s …")
    do {
      try await radioOptions.scan(filter, for: seconds, into: seenDevices)
    } catch {
      // Show the devices that were found before the error.
      progress.clear()
      let failure = HaloProgram.reported(error)
      if !seenDevices.all.isEmpty { try? show(seenDevices.sorted) }
      throw failure
    }
    progress.clear()
    guard !seenDevices.all.isEmpty else {
      if json { try show([]) }
      throw Failure(
        EX.unavailable,
        criteria.map {
          Phrase("no device was found in \(seconds) s that has \($0). Bring it closer, wake it, or scan longer.")
        } ?? Phrase("no device was found in \(seconds) s. Bring it closer, wake it, or scan longer."))
    }
    try show(seenDevices.sorted)
  }

  private func show(_ found: [Advertisement]) throws {
    if json { return try StandardOutput.write(jsonList: found.map(ScanReport.fields)) }
    try StandardOutput.write(text: ScanReport.table(found, Terminal.current()))
  }

  private var criteria: Phrase? {
    Phrase.all(
      [
        name.map { Phrase("a name with '\($0)'") },
        Phrase.either(service.map { Phrase(verbatim: $0.description) }).map { Phrase("the service \($0)") },
        rssi.map { Phrase("at least \(String($0)) dBm") },
      ].compactMap(\.self))
  }

  private static func parseUUID(_ text: String) throws -> BluetoothUUID {
    try refuse(
      "'\(text)' is not a UUID. Write it like 180D or 6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E.",
      ifNil: BluetoothUUID(text))
  }
}
