import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloEngine
import HaloInsights
import HaloJournal

/// `halo devices`: what is kept.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the paired devices.",
    discussion: "EXIT STATUS: 0, also where there are none.")

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print a JSON object a device, [] if no device is paired.")
  var json = false

  func run() throws {
    let journal = try journalOptions.openToShow()
    let devices = try journal.devices()
    if json {
      return try StandardOutput.write(
        jsonList: devices.map { DeviceOutput($0, battery: try journal.shownBattery(of: $0)) })
    }
    if devices.isEmpty {
      StandardError.write("halo: no device is paired. 'halo pair' pairs one.\(journalOptions.adviceIfEmpty)\n")
    }
    let terminal = Terminal.current()
    let width = (devices.map(\.name.count).max() ?? 0) + 2
    for device in devices {
      let name = Words.printable(device.name)
      let last = device.lastSession.map { "last spoken with \(Words.localTime($0))" } ?? "never spoken with"
      let battery = try journal.shownBattery(of: device).map { "  battery \(BatteryWords.shortLevel($0))" } ?? ""
      try StandardOutput.write(
        text: terminal.paint(name, .bold) + String(repeating: " ", count: max(1, width - name.count))
          + "\(device.identifier)  \(device.firmware ?? device.family)  \(Words.printable(device.wearer))  \(last)\(battery)\n"
      )
    }
  }
}

/// A device as `halo devices --json` prints it.
private struct DeviceOutput: Encodable {
  let identifier: String
  let name: String
  let family: String
  let wearer: String
  let hardware: String?
  let firmware: String?
  let lastSession: String?
  let battery: BatteryOutput.Reading?

  init(_ device: Device, battery: BatteryReading?) {
    self.battery = battery.map {
      BatteryOutput.Reading(time: $0.time.description, percent: $0.percent, charging: $0.isCharging)
    }
    identifier = device.identifier.text
    name = device.name
    family = device.family
    wearer = device.wearer
    hardware = device.hardware
    firmware = device.firmware
    lastSession = device.lastSession?.description
  }
}
