import CoreBluetooth

/// A delegate that records every call as an app receives it, and runs reactions within it.
///
/// Unchecked: mutable state is behind a lock.
final class Observer: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private struct State {
    var calls: [String] = []
    var peripherals: [CBPeripheral] = []
    var advertisements: [[String: Any]] = []
    var errors: [any Error] = []
    var restored: [String: Any] = [:]
    var values: [[UInt8]] = []
    var invalidated: [CBService] = []
    var waiting: [AsyncStream<Void>.Continuation] = []
    var reactions: [String: () -> Void] = [:]
  }

  private let lock = NSLock()
  private var state = State()
  private let queue: DispatchQueue?

  /// An observer that expects its calls on `queue`.
  init(on queue: DispatchQueue?) { self.queue = queue }

  private func with<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  var calls: [String] { with { $0.calls } }
  var peripherals: [CBPeripheral] { with { $0.peripherals } }
  var advertisements: [[String: Any]] { with { $0.advertisements } }
  var errors: [any Error] { with { $0.errors } }
  var restored: [String: Any] { with { $0.restored } }
  var values: [[UInt8]] { with { $0.values } }
  var invalidated: [CBService] { with { $0.invalidated } }

  /// Runs `body` within the next such call.
  func react(to call: String, _ body: @escaping () -> Void) { with { $0.reactions[call] = body } }

  /// Releases all peripherals.
  func forgetPeripherals() { with { $0.peripherals = [] } }

  /// Returns a stream that ends with the next recorded call.
  func change() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    with { $0.waiting.append(continuation) }
    return stream
  }

  private func note(_ call: String, _ error: (any Error)? = nil) {
    if let queue { dispatchPrecondition(condition: .onQueue(queue)) }
    let (waiting, reaction) = with { state in
      state.calls.append(call)
      if let error { state.errors.append(error) }
      defer { state.waiting = [] }
      return (state.waiting, state.reactions.removeValue(forKey: call))
    }
    reaction?()
    for waiter in waiting { waiter.finish() }
  }

  private func outcome(_ error: (any Error)?) -> String {
    (error as NSError?).map { "\($0.domain == CBATTErrorDomain ? "ATT" : "CB") \($0.code)" } ?? "well"
  }

  // MARK: Manager callbacks

  func centralManagerDidUpdateState(_ central: CBCentralManager) { note("state \(central.state)") }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    with { state in
      state.restored = dict
      state.peripherals += dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    }
    note("restore")
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    with { state in
      if !state.peripherals.contains(peripheral) { state.peripherals.append(peripheral) }
      state.advertisements.append(advertisementData)
    }
    note("discover \(peripheral.name ?? "-")")
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    note("connect \(peripheral.state == .connected)")
  }

  func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?) {
    note("fail \(outcome(error)), \(peripheral.state == .disconnected)", error)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    note("disconnect \(outcome(error)), \(peripheral.state == .disconnected)", error)
  }

  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent, for peripheral: CBPeripheral
  ) {
    note("event \(event)")
  }

  // MARK: Peripheral callbacks

  func peripheralDidUpdateName(_ peripheral: CBPeripheral) { note("name \(peripheral.name ?? "-")") }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    with { $0.invalidated = invalidatedServices }
    note("modified \(invalidatedServices.map(\.uuid.uuidString).joined(separator: " "))")
  }

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
    note("rssi \((-70 ... -40).contains(RSSI.intValue)) \(outcome(error))", error)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    note("services \(outcome(error))", error)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
  ) {
    note("included \(service.uuid) \(outcome(error))", error)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
  ) {
    note("characteristics \(service.uuid) \(outcome(error))", error)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    if error == nil, let value = characteristic.value { with { $0.values.append([UInt8](value)) } }
    note("value \(outcome(error))", error)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    note("write \(outcome(error))", error)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    note("notifying \(characteristic.isNotifying) \(outcome(error))", error)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    note("descriptors \(characteristic.descriptors?.count ?? -1) \(outcome(error))", error)
  }

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?) {
    note("descriptor \(descriptor.uuid) \(outcome(error))", error)
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?) {
    note("descriptor write \(outcome(error))", error)
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { note("ready") }

  func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
    note("channel \(channel == nil) \(outcome(error))", error)
  }
}
