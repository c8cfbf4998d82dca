/// `halo identify`: identifies a device and its driver.
struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Identify a device and the driver that supports it.",
    discussion: """
      With a device, Halo connects and reads its services, which is conclusive. Without one, Halo identifies all \
      nearby devices by their advertisements only. Rings of several makers look the same but have different \
      protocols; this command shows which one you have.

      EXAMPLES:
        halo identify
        halo identify "R02_A1B2"
        halo identify --radio simulated --scene lookalikes
        halo identify "R99 54DC" --radio simulated --scene lookalikes
        halo identify R11_7C2E --radio simulated --scene lookalikes --json

      EXIT STATUS: 0, for any kind of device; 69 if none was found, or the radio cannot be used.
      """)

  @OptionGroup var radioOptions: RadioOptions
  @OptionGroup var journalOptions: JournalFileOption

  @Argument(
    help: ArgumentHelp(
      "The device's name, the beginning of its name, or its identifier (default: all nearby devices).",
      valueName: "device"
    ))
  var device: String?

  @Option(help: "The duration of the search.")
  var seconds: Int = 5

  @Flag(help: "Print one JSON object per device, or [] if no device was found.")
  var json = false

  func validate() throws {
    try check("--seconds", seconds, within: 1...600)
    try refuse("Pass the device's name or identifier.", if: device?.isEmpty == true)
  }

  func run() async throws {
    let reports =
      if let device { [try await identify(device)] } else { try await identifyNearby() }
    for (index, report) in reports.enumerated() {
      try StandardOutput.write(report.fields, json: json) { (index > 0 ? "\n" : "") + report.text(on: $0) }
    }
  }

  /// Identifies all nearby devices by their advertisements.
  private func identifyNearby() async throws -> [IdentificationReport] {
    let seenDevices = SeenDevices()
    try await radioOptions.scan(ScanFilter(), for: seconds, into: seenDevices)
    guard !seenDevices.all.isEmpty else {
      if json { try StandardOutput.write(jsonList: [JSONFields]()) }
      throw Failure(
        EX.unavailable, "no device was found in \(seconds) s. Bring it closer, wake it, or scan longer.")
    }
    return seenDevices.sorted.map { IdentificationReport($0) }
  }

  private func identify(_ device: String) async throws -> IdentificationReport {
    try await ExploreConnection(
      radioOptions: radioOptions, journalOptions: journalOptions, device: device, seconds: seconds
    ).run {
      connection, advertisement, _ in
      let services = try await connection.services()
      var texts: [BluetoothUUID: String] = [:]
      for uuid in IdentificationReport.texts {
        guard let characteristic = services.characteristic(uuid), characteristic.properties.contains(.read) else {
          continue
        }
        // These characteristics are optional, so ignore read errors.
        do {
          texts[uuid] = ExploredValue(try await connection.read(characteristic).bytes, of: uuid).text
        } catch let error as BluetoothError where error.isAttributeError {}
      }
      return IdentificationReport(advertisement, services: services.map(\.uuid), texts: texts)
    }
  }
}
