import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloReports
import HaloWearables

/// `halo identify`: what a device is, and which driver fits.
struct IdentifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Say what a device is, which driver fits or why none does, and how to help.",
    discussion: """
      With a device, it connects and looks at its services, which is sure. Without one, it tells of everything near by what \
      advertisements say. Rings of several makers look the same and speak differently: this says which one you have.

      EXAMPLES:
        halo identify
        halo identify "R02_A1B2"
        halo identify --radio simulated --scene lookalikes
        halo identify "R99 54DC" --radio simulated --scene lookalikes
        halo identify R11_7C2E --radio simulated --scene lookalikes --json

      EXIT STATUS: 0, whatever the device is; 69 if there is none, or the radio cannot be used.
      """)

  @OptionGroup var radioOptions: RadioOptions
  @OptionGroup var journalOptions: JournalFileOption

  @Argument(
    help: ArgumentHelp(
      "The device: its name, the beginning of it, or its identifier (default: everything near by).", valueName: "device"
    ))
  var device: String?

  @Option(help: "How long to look.")
  var seconds: Int = 5

  @Flag(help: "Print a JSON object a device, [] if no device was seen.")
  var json = false

  func validate() throws {
    guard (1...600).contains(seconds) else { throw ValidationError(Phrase("--seconds is 1 to 600.")) }
    guard device?.isEmpty != true else { throw ValidationError(Phrase("Say which device: its name or identifier.")) }
  }

  func run() async throws {
    let reports =
      if let device { [try await visit(device)] } else { try await lookAround() }
    for (index, report) in reports.enumerated() {
      if json {
        try StandardOutput.write(json: report)
      } else {
        try StandardOutput.write(text: (index > 0 ? "\n" : "") + report.text(on: Terminal.current()))
      }
    }
  }

  /// What everything near by says of itself.
  private func lookAround() async throws -> [IdentificationReport] {
    let (radioOptions, seconds, sightings) = (radioOptions, seconds, Sightings())
    try await report {
      try await Interruption.cancelling {
        try await radioOptions.withRadio { radio, environment in
          try await DeviceFinder(radio: radio, clock: environment.clock, seconds: seconds).all(
            ScanFilter(), into: sightings)
        }
      }
    }
    guard !sightings.all.isEmpty else {
      StandardError.report("no device was seen in \(seconds) s. Bring it closer, wake it, or look longer.")
      if json { try StandardOutput.write(jsonList: [IdentificationReport]()) }
      throw ExitCode(EX.unavailable)
    }
    return sightings.sorted.map { IdentificationReport($0) }
  }

  private func visit(_ device: String) async throws -> IdentificationReport {
    try await DeviceVisit(
      radioOptions: radioOptions, journalOptions: journalOptions, device: device, seconds: seconds
    ).run {
      connection, advertisement, _ in
      let services = try await connection.services()
      var texts: [BluetoothUUID: String] = [:]
      for uuid in IdentificationReport.texts {
        guard let characteristic = services.characteristic(uuid), characteristic.properties.contains(.read) else {
          continue
        }
        // One that does not say who made it is a device all the same.
        do { texts[uuid] = ExploredValue(try await connection.read(characteristic).bytes, of: uuid).text } catch let
          error
          as BluetoothError where error.isOfAttribute
        {}
      }
      return IdentificationReport(advertisement, services: services.map(\.uuid), texts: texts)
    }
  }
}
