import ArgumentParser
import HaloBluetooth
import HaloWearables

/// `halo info`: what a device is.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a ring, a watch, a heart-rate monitor or a fitness machine is, and what it can do.",
    discussion: """
      Of a ring or a monitor: model, firmware, battery, what it measures. Of a machine: its kind, what it measures, and what it can be \
      told, from where to where and in which steps. The strongest ring or monitor is asked, otherwise the strongest machine.

      EXAMPLES:
        halo info
        halo info --radio simulated
        halo info --radio simulated --device "COLMI R12_0001" --json
        halo info --radio simulated --scene gym
        halo info --radio simulated --scene gym --device "Treadmill 7"
        halo info --radio simulated --scene watch

      EXIT STATUS: 0; 69 where no device was found or the radio cannot be used.
      """)

  @OptionGroup var ring: RingOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let journal = try ring.journalIfThere()
    let info: any DeviceInfo = try await ring.withDevice(
      .any, recorder: FrameList(), journal: journal, purpose: "info"
    ) { contact in
      func ask<Driver: MachineControlling>(_: Driver.Type) async throws -> MachineInfo {
        try await contact.run(Driver.self) { session, machine, _ in
          try await session.persistently(progress: { 0 }) { try await MachineInfo($0, machine) }
        }
      }
      func inquire<Driver: SessionReading>(_: Driver.Type) async throws -> RingInfo {
        try await contact.run(Driver.self) { try await Inquiry().run($0, $1, $2) }
      }
      switch contact.family {
      case let machine as any MachineControlling.Type: return try await ask(machine)
      case let family?: return try await inquire(family)
      // Its services show the family after the connection.
      case nil: return try await contact.perform(Inquiry())
      }
    }
    if json {
      try StandardOutput.write(json: info)
    } else {
      try StandardOutput.write(text: info.text(on: Terminal.current()))
    }
  }
}

/// What `halo info` prints of a device.
protocol DeviceInfo: Encodable, Sendable {
  /// The same for a person.
  func text(on terminal: Terminal) -> String
}

/// Asks a device what it is.
private struct Inquiry: DeviceWork {
  func run<Driver: SessionReading>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> RingInfo {
    try await session.persistently(progress: { 0 }) { driver in
      var battery: BatteryState?
      // One that does not tell is a device all the same.
      do { battery = try await (driver as? any BatteryPowered)?.battery() } catch is ConfigurableError {}
      return RingInfo(
        device: advertisement.device.text, name: advertisement.name, rssi: advertisement.rssi,
        identity: try await driver.identify(), battery: battery.map(RingInfo.Battery.init))
    }
  }
}

/// What `halo info` prints of a ring or a monitor.
struct RingInfo: DeviceInfo {
  struct Battery: Encodable, Sendable {
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
  let battery: Battery?

  func text(on terminal: Terminal) -> String {
    // Monitors say these; rings do not.
    let extra = [
      ("maker", identity.manufacturer), ("model", identity.model), ("worn", identity.location.map { "on the \($0)" }),
    ].compactMap { label, value in value.map { (label, $0) } }
    let rows: [(String, String)] =
      [("identifier", device)] + extra + [
        ("hardware", identity.hardware ?? "not said"),
        ("firmware", identity.firmware ?? "not said"),
        ("battery", battery.map { "\($0.percent) %\($0.charging ? ", charging" : "")" } ?? "not said"),
        ("signal", rssi.map { "\($0) dBm" } ?? "not known"),
        ("measures", identity.capabilities.joined(separator: ", ")),
        ("bond", identity.wantsBond.map { $0 ? "asks for one; 'halo sync' makes it" : "needs none" } ?? "not said"),
      ]
    let lines = rows.map { label, value in
      "  " + terminal.paint(label + String(repeating: " ", count: 12 - label.count), .faint) + Words.printable(value)
    }
    return ([terminal.paint(Words.printable(name ?? device), .bold)] + lines).joined(separator: "\n") + "\n"
  }
}
