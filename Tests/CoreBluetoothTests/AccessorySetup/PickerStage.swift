import HaloTesting
import AccessorySetupKit
import CoreBluetooth
import Foundation
import HaloBluetooth
import HaloSimulatedRadio
import Synchronization

/// A picker session on a simulated medium, with a log of its events.
final class PickerStage {
  /// The parts of an event that tests on other tasks may read: an event is not `Sendable`.
  struct Event: Sendable {
    let eventType: ASAccessoryEventType
    let accessory: ASAccessory?
  }

  /// A picker that is shown.
  struct Picker: Sendable {
    fileprivate let completions: AsyncStream<ASError?>

    /// The error of the completion, once there is one.
    var error: ASError? {
      get async {
        for await error in completions { return error }
        return nil
      }
    }
  }

  let medium: SimulatedMedium
  let clock: SimulatedClock
  let folder: URL
  let session: ASAccessorySession
  private let queue = DispatchQueue(label: "picker stage")
  private let log = Log()
  private let eventContinuation: AsyncStream<Event>.Continuation
  /// The session's events from the beginning.
  let events: AsyncStream<Event>
  private static let onStageQueue = DispatchSpecificKey<Bool>()
  private let watchesTime: Bool

  private init(_ medium: SimulatedMedium, _ clock: SimulatedClock, _ folder: URL, watchesTime: Bool) {
    self.watchesTime = watchesTime
    self.medium = medium
    self.clock = clock
    self.folder = folder
    session = ASAccessorySession()
    (events, eventContinuation) = AsyncStream.makeStream()
    queue.setSpecific(key: Self.onStageQueue, value: true)
  }

  /// The log so far: events, and completions after `=`, with a note for calls on another queue.
  var calls: [String] { log.lines }

  var file: URL { folder.appending(path: "accessories.json") }

  /// Calls `body` with an active session.
  static func with<Result: Sendable>(
    _ devices: [any VirtualPeripheral], _ chooser: any AccessoryChooser, in folder: TemporaryFolder? = nil,
    state: RadioState = .poweredOn, watchesTime: Bool = false,
    _ body: @escaping @Sendable (PickerStage) async throws -> Result
  ) async throws -> Result {
    let folder = try folder ?? TemporaryFolder()
    return try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      for device in devices { await medium.add(device) }
      return try await CBCentralManager.withCentral(medium.central(state: state), clock: clock) {
        try await ASAccessorySession.withChooser(
          chooser, storingIn: folder.url.appending(path: "accessories.json")
        ) {
          let stage = PickerStage(medium, clock, folder.url, watchesTime: watchesTime)
          stage.session.activate(on: stage.queue) { stage.note($0) }
          let result = try await body(stage)
          stage.session.invalidate()
          withExtendedLifetime(folder) {}
          return result
        }
      }
    }
  }

  private func note(_ event: ASAccessoryEvent) {
    let place = DispatchQueue.getSpecific(key: Self.onStageQueue) == true ? "" : " elsewhere"
    let name = event.accessory.map { " \($0.displayName)" } ?? ""
    var pace = ""
    if watchesTime {
      let moments = Set((0..<2000).map { _ in clock.now })
      if moments.count > 1 { pace = " while time went on" }
    }
    log.append("\(event.eventType)\(name)\(place)\(pace)")
    eventContinuation.yield(Event(eventType: event.eventType, accessory: event.accessory))
  }

  /// Shows a picker and waits for its completion. Returns its error.
  func pick(_ items: [ASPickerDisplayItem]) async -> ASError? { await show(items).error }

  /// Shows a picker.
  func show(_ items: [ASPickerDisplayItem]) -> Picker {
    let (completions, continuation) = AsyncStream<ASError?>.makeStream()
    session.showPicker(for: items) { [log] error in
      let place = DispatchQueue.getSpecific(key: Self.onStageQueue) == true ? "" : " elsewhere"
      log.append("= \((error as? ASError).map { "\($0.code)" } ?? "well")\(place)")
      continuation.yield(error as? ASError)
    }
    return Picker(completions: completions)
  }

  /// Lines that are written on any thread.
  private final class Log: Sendable {
    private let written = Mutex<[String]>([])

    var lines: [String] { written.withLock { $0 } }
    func append(_ line: String) { written.withLock { $0.append(line) } }
  }
}

/// An advertising device.
struct Beacon: VirtualPeripheral {
  static let service: BluetoothUUID = 0xFFF0
  let profile: PeripheralProfile

  init(
    _ address: String, name: String? = "Beacon", services: [BluetoothUUID] = [Beacon.service],
    company: [UInt16: [UInt8]] = [:], data: [BluetoothUUID: [UInt8]] = [:], has: [BluetoothUUID] = [Beacon.service],
    acceptsBonding: Bool = true
  ) {
    profile = PeripheralProfile(
      device: DeviceID(address), name: name, advertisedServices: services, manufacturerData: company, serviceData: data,
      services: has.map { uuid in
        Service(
          uuid: uuid,
          characteristics: [Characteristic(uuid: 0xFFF1, service: uuid, instance: 1, properties: .read)])
      }, acceptsBonding: acceptsBonding)
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] { [1] }
  func serve(_ link: VirtualLink) async { await link.waitUntilEnded() }
}

extension ASPickerDisplayItem {
  /// Returns an item for beacons, modified by `change`.
  static func beacon(
    _ name: String = "My beacon", _ change: (ASDiscoveryDescriptor) -> Void = { _ in }
  ) -> ASPickerDisplayItem {
    let descriptor = ASDiscoveryDescriptor()
    descriptor.bluetoothServiceUUID = CBUUID(string: "FFF0")
    change(descriptor)
    return ASPickerDisplayItem(name: name, productImage: UIImage(named: "beacon")!, descriptor: descriptor)
  }
}
