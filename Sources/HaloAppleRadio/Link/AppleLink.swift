import CoreBluetooth
import Foundation

/// One link with one device, and its requests. It is confined to the radio's queue, on which Core Bluetooth calls back,
/// and therefore not `Sendable`.
///
/// Requests run one after the other, in order, as in the attribute protocol. Each callback can therefore answer only
/// one request, and writes keep their order.
final class AppleLink: NSObject {
  /// A request that waits or is in progress. An abandoned request still waits for its answer, so that a late answer is
  /// not taken for that of the next request.
  struct Waiter {
    let id: Int
    let request: AppleRequest
    var continuation: CheckedContinuation<AppleRequest.Answer, any Error>?
  }

  private(set) var number: Int
  let device: DeviceID
  private(set) var label: String
  let peripheral: CBPeripheral
  /// The caller that waits for the connection.
  var connecting: CheckedContinuation<Void, any Error>?
  /// True while the link is connected.
  private(set) var isOpen = false
  /// The reason why the link ended.
  private(set) var loss: BluetoothError.Reason?

  private(set) var attributes: AppleAttributes?
  private var waiting: [Waiter] = []
  private var current: Waiter?
  /// The characteristic or descriptor of the request in progress.
  private var currentObject: CBAttribute?
  private var isPumping = false
  /// The number of answers still expected during discovery.
  private var discoveriesLeft = 0
  private var subscribed: Set<Characteristic> = []
  private var subscriptions: [Characteristic: SharedNotifications] = [:]
  /// The values that arrived before anything was subscribed. After a state restoration, notifications arrive before the
  /// app has made any request.
  private var earlyValues: [(object: CBCharacteristic, value: [UInt8])] = []
  /// The write without response that Core Bluetooth does not accept yet, and the write that has waited long enough to
  /// be sent anyway.
  private var delayedWrite: Int?
  private var overdueWrite: Int?
  /// Called for a write that has to wait; see ``forceWrite(_:)``.
  var onDelayedWrite: ((Int) -> Void)?
  /// Sends the reason when the link is lost, and then ends.
  let losses = Broadcast<BluetoothError.Reason>()

  init(number: Int, device: DeviceID, label: String, peripheral: CBPeripheral) {
    self.number = number
    self.device = device
    self.label = label
    self.peripheral = peripheral
  }

  // MARK: Life cycle

  /// Assigns the link to a connection. A link restored from an earlier launch begins without a connection.
  func claim(as number: Int, label: String) {
    self.number = number
    self.label = label
  }

  /// Marks the link as connected.
  func open() {
    guard loss == nil else { return }
    isOpen = true
    connecting.take()?.resume()
  }

  /// Ends the connection attempt with an error.
  func fail(_ error: any Error) {
    connecting.take()?.resume(throwing: error)
  }

  /// Ends the link and everything that waits for it. A link ended `deliberately` does not count as lost.
  func lose(_ reason: BluetoothError.Reason, deliberately: Bool = false) {
    guard loss == nil else { return }
    loss = reason
    isOpen = false
    fail(BluetoothError(.connect, device: label, reason))
    let waiters = [current.take()].compactMap(\.self) + exchange(&waiting, with: [])
    currentObject = nil
    for waiter in waiters { waiter.continuation?.resume(throwing: error(of: waiter.request, reason)) }
    for (characteristic, subscription) in subscriptions {
      subscription.end(throwing: BluetoothError(.read, device: label, attribute: characteristic.uuid, reason))
    }
    subscriptions.removeAll()
    earlyValues.removeAll()
    if !deliberately { losses.send(reason) }
    losses.finish()
  }

  // MARK: Requests

  /// Queues a request behind the earlier ones.
  func ask(_ waiter: Waiter) {
    if let loss {
      waiter.continuation?.resume(throwing: error(of: waiter.request, loss))
    } else {
      waiting.append(waiter)
      pump()
    }
  }

  /// Abandons a request.
  func abandon(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).continuation?.resume(throwing: CancellationError())
      pump()
    } else if current?.id == id {
      current?.continuation.take()?.resume(throwing: CancellationError())
    }
  }

  /// True if a write without response would be sent at once.
  var isFree: Bool { isOpen && current == nil && waiting.isEmpty && peripheral.canSendWriteWithoutResponse }

  /// Starts the next requests if possible.
  private func pump() {
    guard !isPumping else { return }
    isPumping = true
    defer { isPumping = false }
    while current == nil, let next = waiting.first {
      // Core Bluetooth reports when it accepts more writes; it may drop writes before that.
      if case .write(_, _, withResponse: false) = next.request, !peripheral.canSendWriteWithoutResponse,
        overdueWrite != next.id
      {
        if delayedWrite != next.id {
          delayedWrite = next.id
          onDelayedWrite?(next.id)
        }
        return
      }
      waiting.removeFirst()
      current = next
      if let result = begin(next.request) { answer(result) }
    }
  }

  /// Sends a write that still waits for Core Bluetooth. On iPhones, `canSendWriteWithoutResponse` may be false until
  /// the first write. For an app in the background it stays false without a callback, so waiting for it would never
  /// end.
  func forceWrite(_ id: Int) {
    guard delayedWrite == id else { return }
    overdueWrite = id
    pump()
  }

  /// Starts a request. Returns its result if there is nothing to wait for.
  private func begin(_ request: AppleRequest) -> Result<AppleRequest.Answer, any Error>? {
    currentObject = attributes?.object(of: request)
    switch (request, currentObject) {
    case (.discover, _):
      if attributes != nil { return .success(.done) }
      peripheral.discoverServices(nil)
    case (.read, let object as CBCharacteristic): peripheral.readValue(for: object)
    case (.write(_, let value, let withResponse), let object as CBCharacteristic):
      peripheral.writeValue(Data(value), for: object, type: withResponse ? .withResponse : .withoutResponse)
      if !withResponse { return .success(.done) }
    case (.readDescriptor, let object as CBDescriptor): peripheral.readValue(for: object)
    case (.writeDescriptor(_, _, let value), let object as CBDescriptor):
      peripheral.writeValue(Data(value), for: object)
    case (.subscribe(let characteristic), let object as CBCharacteristic):
      if subscribed.contains(characteristic), object.isNotifying { return .success(.done) }
      peripheral.setNotifyValue(true, for: object)
    case (.readRSSI, _): peripheral.readRSSI()
    default: return .failure(error(of: request, .attributeNotFound))
    }
    return nil
  }

  /// Answers the request in progress, and starts the next one.
  private func answer(_ result: Result<AppleRequest.Answer, any Error>) {
    guard let waiter = current.take() else { return }
    currentObject = nil
    waiter.continuation?.resume(
      with: result.mapError { failure in
        failure is BluetoothError ? failure : error(of: waiter.request, BluetoothError.Reason(failure))
      })
    pump()
  }

  func error(of request: AppleRequest, _ reason: BluetoothError.Reason) -> BluetoothError {
    BluetoothError(request.operation, device: label, attribute: request.attribute, reason)
  }

  // MARK: Listeners

  /// Returns the values of a characteristic, first those that arrived before.
  func listen(to characteristic: Characteristic) -> SharedNotifications.Values {
    let subscription = subscriptions[characteristic] ?? SharedNotifications()
    subscriptions[characteristic] = subscription
    let values = subscription.listen()
    guard !earlyValues.isEmpty, let object = attributes?.object(of: .subscribe(characteristic)) else { return values }
    for early in earlyValues where early.object === object { subscription.yield(ReceivedValue(early.value)) }
    earlyValues.removeAll { $0.object === object }
    return values
  }

  private func received(_ value: [UInt8], of object: CBCharacteristic) {
    guard let subscription = attributes?.haloCharacteristic(of: object).flatMap({ subscriptions[$0] }) else {
      // About the number of beats in one night. The limit bounds memory if nothing subscribes.
      if earlyValues.count < 100_000 { earlyValues.append((object, value)) }
      return
    }
    subscription.yield(ReceivedValue(value))
  }
}

// MARK: Callbacks of Core Bluetooth

extension AppleLink: CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard case .discover = current?.request else { return }
    if let error { return answer(.failure(error)) }
    let services = peripheral.services ?? []
    discoveriesLeft = services.count
    for service in services { peripheral.discoverCharacteristics(nil, for: service) }
    if services.isEmpty { finishDiscovery() }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
  ) {
    guard case .discover = current?.request else { return }
    if let error { return answer(.failure(error)) }
    let characteristics = service.characteristics ?? []
    discoveriesLeft += characteristics.count - 1
    for characteristic in characteristics { peripheral.discoverDescriptors(for: characteristic) }
    if discoveriesLeft == 0 { finishDiscovery() }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    guard case .discover = current?.request else { return }
    // If discovering descriptors fails, the characteristic has no descriptors.
    discoveriesLeft -= 1
    if discoveriesLeft == 0 { finishDiscovery() }
  }

  private func finishDiscovery() {
    let attributes = AppleAttributes(peripheral.services ?? [])
    self.attributes = attributes
    // Delivers the values that arrived during a new discovery of the services.
    earlyValues.removeAll { early in
      guard let subscription = attributes.haloCharacteristic(of: early.object).flatMap({ subscriptions[$0] }) else {
        return false
      }
      subscription.yield(ReceivedValue(early.value))
      return true
    }
    answer(.success(.done))
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    // The objects of the previous discovery are invalid.
    let wereKnown = attributes != nil
    attributes = nil
    subscribed.removeAll()
    if case .discover = current?.request {
      peripheral.discoverServices(nil)
    } else {
      // Discovers the services again for later requests and for the listeners. No caller waits for this.
      if wereKnown { waiting.insert(Waiter(id: -1, request: .discover, continuation: nil), at: 0) }
      if let object = currentObject, let current, Self.isGone(object, with: invalidatedServices) {
        answer(.failure(error(of: current.request, .attributeNotFound)))
      } else {
        pump()
      }
    }
  }

  /// Returns true if the characteristic or descriptor has been removed, so that no answer will arrive.
  private static func isGone(_ object: CBAttribute, with services: [CBService]) -> Bool {
    let characteristic = object as? CBCharacteristic ?? (object as? CBDescriptor)?.characteristic
    guard let service = characteristic?.service else { return true }
    return services.contains { $0 === service }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    // Core Bluetooth uses one callback for answers and notifications. During a read, the value counts as the answer.
    let value = characteristic.value.map { [UInt8]($0) } ?? []
    if case .read = current?.request, currentObject === characteristic {
      answer(error.map { .failure($0) } ?? .success(.value(value)))
    } else if error == nil {
      received(value, of: characteristic)
    }
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?) {
    guard case .write(_, _, withResponse: true) = current?.request, currentObject === characteristic else { return }
    answer(error.map { .failure($0) } ?? .success(.done))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    guard case .subscribe(let wanted) = current?.request, currentObject === characteristic else { return }
    if error == nil { subscribed.insert(wanted) }
    answer(error.map { .failure($0) } ?? .success(.done))
  }

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?) {
    guard case .readDescriptor = current?.request, currentObject === descriptor else { return }
    answer(error.map { .failure($0) } ?? .success(.value(AppleAttributes.bytes(of: descriptor))))
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?) {
    guard case .writeDescriptor = current?.request, currentObject === descriptor else { return }
    answer(error.map { .failure($0) } ?? .success(.done))
  }

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI rssi: NSNumber, error: (any Error)?) {
    guard case .readRSSI = current?.request else { return }
    answer(error.map { .failure($0) } ?? .success(.strength(rssi.intValue)))
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { pump() }
}
