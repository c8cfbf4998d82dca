/// What `halo info` prints about a device.
struct DeviceInfo: Sendable {
  /// The kind and the controls of a fitness machine.
  private struct Machine: Sendable {
    let kind: MachineKind
    /// The quantities that the machine measures; `nil` if it does not report them.
    let measures: [String]?
    /// The values that can be set.
    let targets: [MachineTargetRange]
    let isControllable: Bool
  }

  private let advertisement: Advertisement
  private let identity: DeviceIdentity
  private var battery: BatteryState?
  private var machine: Machine?

  /// Reads the identity of a device, and the battery of one that is not a machine.
  init(_ driver: some Wearable, _ advertisement: Advertisement) async throws {
    self.advertisement = advertisement
    if let driver = driver as? any MachineControlling {
      machine = Machine(
        kind: driver.machine, measures: driver.measures, targets: driver.targets,
        isControllable: driver.isControllable)
    } else {
      // A device without a battery level is valid.
      do { battery = try await (driver as? any BatteryPowered)?.battery() } catch is ConfigurableError {}
    }
    identity = try await driver.identify()
  }

  var fields: JSONFields {
    [
      "device": advertisement.device.text, "name": advertisement.name, "rssi": advertisement.rssi,
      "identity": identity, "battery": battery?.fields, "machine": machine?.kind.rawValue,
      "measures": machine?.measures, "targets": machine?.targets.map(\.fields),
      "controllable": machine?.isControllable,
    ]
  }

  func text(on terminal: Terminal) -> String {
    var rows: [(label: Phrase, value: Phrase)] = [(Phrase("identifier"), "\(advertisement.device.text)")]
    rows += machine.map { [(Phrase("machine"), $0.kind.phrase)] } ?? maker
    rows.append((Phrase("hardware"), DeviceFacts.text(identity.hardware)))
    rows.append((Phrase("firmware"), DeviceFacts.text(identity.firmware)))
    if machine == nil { rows.append((Phrase("battery"), battery?.words ?? DeviceFacts.text(nil))) }
    rows.append((Phrase("signal"), DeviceFacts.signal(advertisement.rssi)))
    rows += machine.map(controls) ?? capabilities
    return terminal.paint(VisibleText.printable(advertisement.name ?? advertisement.device.text), .bold) + "\n"
      + FactRows.draw(rows, on: terminal, indentation: 2)
  }

  /// What only heart-rate monitors report.
  private var maker: [(label: Phrase, value: Phrase)] {
    let worn = identity.location.map {
      HeartRateService.SensorLocation.Place(rawValue: $0)?.phrase ?? Phrase("on the \($0)")
    }
    let facts = [
      (Phrase("maker"), identity.manufacturer.map { "\($0)" as Phrase }),
      (Phrase("model"), identity.model.map { "\($0)" }), (Phrase("worn"), worn),
    ]
    return facts.compactMap { label, value in value.map { (label, $0) } }
  }

  private var capabilities: [(label: Phrase, value: Phrase)] {
    let bond = identity.wantsBond.map { isWanted in
      isWanted ? Phrase("required; 'halo sync' creates it") : Phrase("not required")
    }
    return [
      (Phrase("measures"), Phrase.list(identity.capabilities) ?? DeviceFacts.text(nil)),
      (Phrase("bond"), bond ?? DeviceFacts.text(nil)),
    ]
  }

  private func controls(_ machine: Machine) -> [(label: Phrase, value: Phrase)] {
    let measures = machine.measures.map { Phrase.names($0.map(MachineTargetRange.words)) }
    let accepts =
      machine.isControllable ? Phrase.list(machine.targets.map(\.words)) : Phrase("nothing (measures only)")
    return [
      (Phrase("measures"), measures ?? DeviceFacts.text(nil)),
      (Phrase("accepts"), accepts ?? DeviceFacts.text(nil)),
    ]
  }
}

extension BatteryState {
  var fields: JSONFields { ["percent": percent, "charging": isCharging] }
  fileprivate var words: Phrase { isCharging ? Phrase("\(percent) %, charging") : Phrase("\(percent) %") }
}

extension MachineTargetRange {
  fileprivate var fields: JSONFields {
    ["name": name, "unit": unit, "minimum": values?.lowerBound, "maximum": values?.upperBound, "step": step]
  }

  fileprivate var words: Phrase {
    let name = Self.words(name)
    let unit = unit.map { " \($0)" } ?? ""
    guard let values else { return "\(name)" }
    let least = values.lowerBound
    let most = values.upperBound
    guard let step, step > 0 else { return Phrase("\(name) \(short: least) to \(short: most)\(unit)") }
    return Phrase("\(name) \(short: least) to \(short: most)\(unit) by \(short: step)")
  }

  /// Returns the words of a name in camel case.
  fileprivate static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }
}
