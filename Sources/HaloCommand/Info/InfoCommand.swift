import ArgumentParser
import HaloBluetooth
import HaloReports
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
    let extra: [(label: Phrase, value: Phrase?)] = [
      (Phrase("maker"), identity.manufacturer.map { "\($0)" }), (Phrase("model"), identity.model.map { "\($0)" }),
      (Phrase("worn"), identity.location.map(Self.place)),
    ]
    let power = battery.map { battery in
      battery.charging ? Phrase("\(battery.percent) %, charging") : Phrase("\(battery.percent) %")
    }
    let bond = identity.wantsBond.map { isWanted in
      isWanted ? Phrase("asks for one; 'halo sync' makes it") : Phrase("needs none")
    }
    let rows: [(label: Phrase, value: Phrase)] =
      [(Phrase("identifier"), "\(device)")] + extra.compactMap { label, value in value.map { (label, $0) } } + [
        (Phrase("hardware"), DeviceFacts.text(identity.hardware)),
        (Phrase("firmware"), DeviceFacts.text(identity.firmware)),
        (Phrase("battery"), power ?? DeviceFacts.text(nil)), (Phrase("signal"), DeviceFacts.signal(rssi)),
        (Phrase("measures"), Phrase.list(identity.capabilities.map(Self.capability)) ?? DeviceFacts.text(nil)),
        (Phrase("bond"), bond ?? DeviceFacts.text(nil)),
      ]
    return terminal.paint(Words.printable(name ?? device), .bold) + "\n"
      + FactRows.draw(rows, on: terminal, indentation: 2)
  }

  private static func capability(_ name: String) -> Phrase {
    switch name {
    case "steps": Phrase("steps")
    case "heart rate by hand": Phrase("heart rate by hand")
    case "blood pressure estimate": Phrase("blood pressure estimate")
    case "blood sugar estimate": Phrase("blood sugar estimate")
    default: Phrase(stringLiteral: name)
    }
  }

  private static func place(_ location: String) -> Phrase {
    switch location {
    case "chest": Phrase("on the chest")
    case "wrist": Phrase("on the wrist")
    case "finger": Phrase("on the finger")
    case "hand": Phrase("on the hand")
    case "ear lobe": Phrase("on the ear lobe")
    case "foot": Phrase("on the foot")
    default: Phrase("on the \(location)")
    }
  }
}
