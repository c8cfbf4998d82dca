import HaloReports

/// The output of `halo info` for a fitness machine.
struct MachineInfo: DeviceInfo {
  /// A value that can be set on the machine.
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
  /// The quantities that the machine measures; absent if it does not report them.
  let measures: [String]?
  /// The values that can be set.
  let targets: [Target]
  /// True if the machine can be controlled.
  let controllable: Bool

  /// Reads the machine's identity.
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
    let accepted = targets.map { target -> Phrase in
      let name = Self.words(target.name)
      guard let minimum = target.minimum, let maximum = target.maximum else { return "\(name)" }
      let unit = target.unit.map { " \($0)" } ?? ""
      guard let step = target.step, step > 0 else {
        return Phrase("\(name) \(short: minimum) to \(short: maximum)\(unit)")
      }
      return Phrase("\(name) \(short: minimum) to \(short: maximum)\(unit) by \(short: step)")
    }
    let rows: [(label: Phrase, value: Phrase)] = [
      (Phrase("identifier"), "\(device)"),
      (Phrase("machine"), MachineKind(rawValue: machine)?.phrase ?? Phrase(verbatim: Self.words(machine))),
      (Phrase("hardware"), DeviceFacts.text(identity.hardware)),
      (Phrase("firmware"), DeviceFacts.text(identity.firmware)),
      (Phrase("signal"), DeviceFacts.signal(rssi)),
      (Phrase("measures"), measures.map { .names($0.map(Self.words)) } ?? DeviceFacts.text(nil)),
      (
        Phrase("accepts"),
        controllable ? Phrase.list(accepted) ?? DeviceFacts.text(nil) : Phrase("nothing (measures only)")
      ),
    ]
    return terminal.paint(TextFormat.printable(name ?? device), .bold) + "\n"
      + FactRows.draw(rows, on: terminal, indentation: 2)
  }

  /// Splits a camel-case name: "averageSpeed" becomes "average speed".
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }
}
