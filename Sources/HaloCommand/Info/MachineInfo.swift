import HaloBluetooth
import HaloWearables

/// What `halo info` prints of a fitness machine.
struct MachineInfo: DeviceInfo {
  /// Something that it can be told.
  struct Target: Encodable, Sendable {
    let name: String
    let unit: String?
    var minimum: Double?
    var maximum: Double?
    var step: Double?
  }

  let device: String
  let name: String?
  let rssi: Int?
  let machine: String
  let identity: DeviceIdentity
  /// What it says that it measures; absent where it does not say.
  let measures: [String]?
  /// What it can be told.
  let targets: [Target]
  /// Whether it can be told anything at all.
  let controllable: Bool

  /// Asks a machine.
  init(_ driver: any MachineControlling, _ advertisement: Advertisement) async throws {
    device = advertisement.device.text
    name = advertisement.name
    rssi = advertisement.rssi
    machine = driver.machine.rawValue
    identity = try await driver.identify()
    measures = driver.measures
    controllable = driver.isControllable
    targets = driver.targets.map {
      Target(
        name: $0.name, unit: $0.unit, minimum: $0.values?.lowerBound, maximum: $0.values?.upperBound, step: $0.step)
    }
  }

  func text(on terminal: Terminal) -> String {
    let told = targets.map { target in
      let unit = target.unit.map { " \($0)" } ?? ""
      guard let minimum = target.minimum, let maximum = target.maximum else { return Self.words(target.name) }
      let step = target.step.map { $0 > 0 ? " by \(Words.number($0))" : "" } ?? ""
      return "\(Self.words(target.name)) \(Words.number(minimum)) to \(Words.number(maximum))\(unit)\(step)"
    }
    let rows: [(String, String)] = [
      ("identifier", device), ("machine", Self.words(machine)), ("hardware", identity.hardware ?? "not said"),
      ("firmware", identity.firmware ?? "not said"), ("signal", rssi.map { "\($0) dBm" } ?? "not known"),
      ("measures", measures.map { $0.map(Self.words).joined(separator: ", ") } ?? "not said"),
      (
        "can be told",
        controllable ? told.isEmpty ? "not said" : told.joined(separator: ", ") : "nothing: it only measures"
      ),
    ]
    let lines = rows.map { label, value in
      "  " + terminal.paint(label + String(repeating: " ", count: 12 - label.count), .faint) + Words.printable(value)
    }
    return ([terminal.paint(Words.printable(name ?? device), .bold)] + lines).joined(separator: "\n") + "\n"
  }

  /// "averageSpeed" as a person writes it.
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }
}
