import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

/// A simulated medium with a device, a radio, and an observer of a manager.
struct Stage {
  typealias ID = TrialDevice.ID

  let clock: SimulatedClock
  let medium: SimulatedMedium
  let radio: SimulatedCentral
  let observer: Observer
  let queue: DispatchQueue

  /// Calls `body` in a simulation.
  static func run(
    _ device: (any VirtualPeripheral)? = TrialDevice(), state: RadioState = .poweredOn, refusesFirstWrite: Bool = false,
    _ body: @Sendable (Stage) async throws -> Void
  ) async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      if let device { await medium.add(device) }
      let radio = medium.central(state: state)
      let queue = DispatchQueue(label: "observer")
      let stage = Stage(clock: clock, medium: medium, radio: radio, observer: Observer(on: queue), queue: queue)
      if refusesFirstWrite {
        try await CBCentralManager.withCentralRefusingFirstWrite(radio, clock: clock) { try await body(stage) }
      } else {
        try await CBCentralManager.withCentral(radio, clock: clock) { try await body(stage) }
      }
    }
  }

  func manager(_ options: [String: Any]? = nil) -> CBCentralManager {
    CBCentralManager(delegate: observer, queue: queue, options: options)
  }

  /// Waits until `call` was recorded `times` times in the whole test.
  func until(_ call: String, times: Int = 1) async throws {
    let observer = observer
    let inTime: Bool? = try await TimeLimit.within(.seconds(600), clock) {
      while true {
        let change = observer.change()
        if observer.calls.count(where: { $0 == call }) >= times { return true }
        for await _ in change {}
        try Task.checkCancellation()
      }
    }
    if inTime == nil { Issue.record("'\(call)' was not called; the calls were \(observer.calls)") }
  }

  /// Lets simulated time pass.
  func pass(_ seconds: Double) async throws { try await clock.sleep(for: .seconds(seconds)) }

  /// Returns the first device of a scan.
  func found(_ manager: CBCentralManager) async throws -> CBPeripheral {
    try await until("state poweredOn")
    manager.scanForPeripherals(withServices: nil)
    try await until("discover Halo trial")
    manager.stopScan()
    let peripheral = try #require(observer.peripherals.first)
    peripheral.delegate = observer
    return peripheral
  }

  /// Returns the first device of a scan, connected.
  func connected(_ manager: CBCentralManager) async throws -> CBPeripheral {
    let peripheral = try await found(manager)
    manager.connect(peripheral)
    try await until("connect true")
    return peripheral
  }

  /// Discovers a characteristic of a connected device.
  func characteristic(
    _ uuid: BluetoothUUID, of peripheral: CBPeripheral, in service: BluetoothUUID = ID.service
  ) async throws -> CBCharacteristic {
    let before = observer.calls
    peripheral.discoverServices([CBUUID(service)])
    try await until("services well", times: before.count { $0 == "services well" } + 1)
    let found = try #require(peripheral.services?.first { $0.uuid == CBUUID(service) })
    peripheral.discoverCharacteristics([CBUUID(uuid)], for: found)
    let call = "characteristics \(found.uuid) well"
    try await until(call, times: before.count { $0 == call } + 1)
    return try #require(found.characteristics?.first { $0.uuid == CBUUID(uuid) })
  }
}

extension CBUUID {
  convenience init(_ uuid: BluetoothUUID) { self.init(string: "\(uuid)") }
}
