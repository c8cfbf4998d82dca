import ArgumentParser
import HaloBluetooth
import HaloWearables

/// `halo info`: what a ring is.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a ring is: model, firmware, battery, and what it can do.",
    discussion: """
      EXAMPLES:
        halo info
        halo info --radio simulated
        halo info --radio simulated --device "COLMI R12_0001" --json

      EXIT STATUS: 0; 69 where no ring was found or the radio cannot be used.
      """)

  @OptionGroup var ring: RingOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let info = try await ring.withRing(for: "info") { driver, advertisement in
      RingInfo(
        device: advertisement.device.text, name: advertisement.name, rssi: advertisement.rssi,
        identity: try await driver.identify(), battery: RingInfo.Battery(try await driver.battery()))
    }
    if json {
      try StandardOutput.write(json: info)
    } else {
      try StandardOutput.write(text: info.text(on: Terminal.current()))
    }
  }
}

/// What `halo info` prints.
struct RingInfo: Encodable {
  struct Battery: Encodable {
    let percent: Int
    let charging: Bool

    init(_ battery: BatteryState) {
      percent = battery.percent
      charging = battery.isCharging
    }
  }

  let device: String
  let name: String?
  let rssi: Int?
  let identity: DeviceIdentity
  let battery: Battery

  func text(on terminal: Terminal) -> String {
    let rows: [(String, String)] = [
      ("identifier", device), ("hardware", identity.hardware ?? "not said"),
      ("firmware", identity.firmware ?? "not said"),
      ("battery", "\(battery.percent) %\(battery.charging ? ", charging" : "")"),
      ("signal", rssi.map { "\($0) dBm" } ?? "not known"), ("measures", identity.capabilities.joined(separator: ", ")),
      ("bond", identity.wantsBond.map { $0 ? "asks for one; 'halo sync' makes it" : "needs none" } ?? "not said"),
    ]
    let lines = rows.map { label, value in
      "  " + terminal.paint(label + String(repeating: " ", count: 12 - label.count), .faint) + Words.printable(value)
    }
    return ([terminal.paint(Words.printable(name ?? device), .bold)] + lines).joined(separator: "\n") + "\n"
  }
}
