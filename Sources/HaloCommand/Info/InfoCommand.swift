import ArgumentParser
import HaloReports

/// `halo info`: prints a device's identity and capabilities.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the model and capabilities of a ring, watch, heart-rate monitor or fitness machine.",
    discussion: """
      For a ring, watch or monitor: model, firmware, battery and measured quantities. For a machine: its kind, \
      measured quantities, and the range and step of each control. Without --device, Halo reads the ring, watch or \
      monitor with the strongest signal, otherwise the machine with the strongest signal.

      EXAMPLES:
        halo info
        halo info --radio simulated
        halo info --radio simulated --device "COLMI R12_0001" --json
        halo info --radio simulated --scene gym
        halo info --radio simulated --scene gym --device "Treadmill 7"
        halo info --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no device was found or the radio cannot be used.
      """)

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let journal = try ring.journalIfExists()
    let info: any DeviceInfo = try await ring.withDevice(
      .any, recorder: FrameList(), journal: journal, purpose: "info"
    ) { contact in
      func ask<Driver: MachineControlling>(_: Driver.Type) async throws -> MachineInfo {
        try await contact.run(Driver.self) { session, machine, _ in
          try await session.withReconnection(progress: { 0 }) { try await MachineInfo($0, machine) }
        }
      }
      func inquire<Driver: SessionReading>(_: Driver.Type) async throws -> RingInfo {
        try await contact.run(Driver.self) { try await IdentityRequest().run($0, $1, $2) }
      }
      let family = try await contact.driver()
      if let machine = family as? any MachineControlling.Type { return try await ask(machine) }
      return try await inquire(family)
    }
    if json {
      try StandardOutput.write(json: info)
    } else {
      try StandardOutput.write(text: info.text(on: Terminal.current()))
    }
  }
}

/// The output of `halo info` for a device.
protocol DeviceInfo: Encodable, Sendable {
  /// Returns the text for a terminal.
  func text(on terminal: Terminal) -> String
}

/// Reads a device's identity and battery.
private struct IdentityRequest: DeviceWork {
  func run<Driver: SessionReading>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> RingInfo {
    try await session.withReconnection(progress: { 0 }) { driver in
      var battery: BatteryState?
      // A device without a battery level is valid.
      do { battery = try await (driver as? any BatteryPowered)?.battery() } catch is ConfigurableError {}
      return RingInfo(
        device: advertisement.device.text, name: advertisement.name, rssi: advertisement.rssi,
        identity: try await driver.identify(), battery: battery.map(RingInfo.Battery.init))
    }
  }
}

/// The output of `halo info` for a ring, watch or monitor.
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
    // Only heart-rate monitors report these.
    let extra: [(label: Phrase, value: Phrase?)] = [
      (Phrase("maker"), identity.manufacturer.map { "\($0)" }), (Phrase("model"), identity.model.map { "\($0)" }),
      (
        Phrase("worn"),
        identity.location.map {
          HeartRateService.SensorLocation.Place(rawValue: $0)?.phrase ?? Phrase("on the \($0)")
        }
      ),
    ]
    let power = battery.map { battery in
      battery.charging ? Phrase("\(battery.percent) %, charging") : Phrase("\(battery.percent) %")
    }
    let bond = identity.wantsBond.map { isWanted in
      isWanted ? Phrase("required; 'halo sync' creates it") : Phrase("not required")
    }
    let rows: [(label: Phrase, value: Phrase)] =
      [(Phrase("identifier"), "\(device)")] + extra.compactMap { label, value in value.map { (label, $0) } } + [
        (Phrase("hardware"), DeviceFacts.text(identity.hardware)),
        (Phrase("firmware"), DeviceFacts.text(identity.firmware)),
        (Phrase("battery"), power ?? DeviceFacts.text(nil)), (Phrase("signal"), DeviceFacts.signal(rssi)),
        (Phrase("measures"), Phrase.list(identity.capabilities) ?? DeviceFacts.text(nil)),
        (Phrase("bond"), bond ?? DeviceFacts.text(nil)),
      ]
    return terminal.paint(TextFormat.printable(name ?? device), .bold) + "\n"
      + FactRows.draw(rows, on: terminal, indentation: 2)
  }
}
