import CoreBluetooth
import Foundation
import HaloBluetooth

/// One link with one device, and everything that is asked over it. It stays on the radio's queue, where Core Bluetooth calls it back, and is
/// therefore not `Sendable`.
///
/// Requests go one after the other, in the order in which they were made, as the attribute protocol itself does it. So every callback has
/// one request that it can answer, and a write never overtakes another.
final class AppleLink: NSObject {
  /// A request that waits, or is under way. One that was given up is waited for all the same, so that its late answer is not taken for
  /// the next one's.
  struct Waiter {
    let id: Int
    let request: AppleRequest
    var continuation: CheckedContinuation<AppleRequest.Answer, any Error>?
  }

  private(set) var number: Int
  let device: DeviceID
  private(set) var label: String
  let peripheral: CBPeripheral
  /// Who waits for the link to come about.
  var connecting: CheckedContinuation<Void, any Error>?
  /// Whether it has come about, and is not over.
  private(set) var isOpen = false
  /// Why it is over.
  private(set) var loss: BluetoothError.Reason?

  private(set) var attributes: AppleAttributes?
  private var waiting: [Waiter] = []
  private var current: Waiter?
  /// The characteristic or descriptor that the request under way is about.
  private var currentObject: CBAttribute?
  private var isPumping = false
  /// How many answers are still to come while the device is discovered.
  private var discoveriesLeft = 0
  private var subscribed: Set<Characteristic> = []
  private var listeners: [Characteristic: [AsyncThrowingStream<ReceivedValue, any Error>.Continuation]] = [:]
  /// What came before anybody could listen: after a restoration, notifications are there before the app has asked for anything.
  private var unclaimed: [(object: CBCharacteristic, value: [UInt8])] = []
  /// The write without response that Core Bluetooth does not take yet, and the one that has waited for that long enough.
  private var held: Int?
  private var impatient: Int?
  /// Told of a write that has to wait; see ``writeAnyway(_:)``.
  var onHold: ((Int) -> Void)?
  /// Who waits for the link to be lost.
  private var mourners: [Int: CheckedContinuation<BluetoothError.Reason?, Never>] = [:]

  init(number: Int, device: DeviceID, label: String, peripheral: CBPeripheral) {
    self.number = number
    self.device = device
    self.label = label
    self.peripheral = peripheral
  }

  // MARK: Life

  /// The link is that of a connection now; one of an earlier launch was nobody's.
  func claim(as number: Int, label: String) {
    self.number = number
    self.label = label
  }

  /// The link is there.
  func open() {
    guard loss == nil else { return }
    isOpen = true
    connecting?.resume()
    connecting = nil
  }

  /// The link has not come about.
  func fail(_ error: any Error) {
    connecting?.resume(throwing: error)
    connecting = nil
  }

  /// The link is over: whatever waits learns why. It was not lost where it was ended `deliberately`.
  func lose(_ reason: BluetoothError.Reason, deliberately: Bool = false) {
    guard loss == nil else { return }
    loss = reason
    isOpen = false
    fail(BluetoothError(.connect, device: label, reason))
    let waiters = [current].compactMap(\.self) + waiting
    current = nil
    currentObject = nil
    waiting.removeAll()
    for waiter in waiters { waiter.continuation?.resume(throwing: error(of: waiter.request, reason)) }
    for (characteristic, listeners) in listeners {
      let error = BluetoothError(.read, device: label, attribute: characteristic.uuid, reason)
      for listener in listeners { listener.finish(throwing: error) }
    }
    listeners.removeAll()
    unclaimed.removeAll()
    for mourner in mourners.values { mourner.resume(returning: deliberately ? nil : reason) }
    mourners.removeAll()
  }

  /// Tells when the link is lost, and why.
  func mourn(_ id: Int, _ mourner: CheckedContinuation<BluetoothError.Reason?, Never>) {
    if let loss { mourner.resume(returning: loss) } else { mourners[id] = mourner }
  }

  /// Nobody waits for that any more.
  func stopMourning(_ id: Int) { mourners.removeValue(forKey: id)?.resume(returning: nil) }

  // MARK: Requests

  /// Asks, once what was asked before is answered.
  func ask(_ waiter: Waiter) {
    if let loss {
      waiter.continuation?.resume(throwing: error(of: waiter.request, loss))
    } else {
      waiting.append(waiter)
      pump()
    }
  }

  /// Nobody waits for that one any more.
  func giveUp(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).continuation?.resume(throwing: CancellationError())
      pump()
    } else if current?.id == id {
      let continuation = current?.continuation
      current?.continuation = nil
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Whether a write without response would go at once.
  var isFree: Bool { isOpen && current == nil && waiting.isEmpty && peripheral.canSendWriteWithoutResponse }

  /// Begins what can be begun.
  private func pump() {
    guard !isPumping else { return }
    isPumping = true
    defer { isPumping = false }
    while current == nil, let next = waiting.first {
      // Core Bluetooth says when it takes more; what it is given before that, it may throw away.
      if case .write(_, _, withResponse: false) = next.request, !peripheral.canSendWriteWithoutResponse,
        impatient != next.id
      {
        if held != next.id {
          held = next.id
          onHold?(next.id)
        }
        return
      }
      waiting.removeFirst()
      current = next
      if let result = begin(next.request) { answer(result) }
    }
  }

  /// Writes what waits for Core Bluetooth to take it, if it still does. On iPhones `canSendWriteWithoutResponse` may be false until something
  /// was sent, and stays so for an app in the background, which hears nothing of its change either: who waited for that would wait for ever.
  func writeAnyway(_ id: Int) {
    guard held == id else { return }
    impatient = id
    pump()
  }

  /// Begins a request; its result, where there is nothing to wait for.
  private func begin(_ request: AppleRequest) -> Result<AppleRequest.Answer, any Error>? {
    switch request {
    case .discover:
      if attributes != nil { return .success(.done) }
      peripheral.discoverServices(nil)
    case .read(let characteristic):
      guard let object = attributes?.object(of: characteristic) else { return missing(request) }
      currentObject = object
      peripheral.readValue(for: object)
    case .write(let characteristic, let value, let withResponse):
      guard let object = attributes?.object(of: characteristic) else { return missing(request) }
      currentObject = object
      peripheral.writeValue(Data(value), for: object, type: withResponse ? .withResponse : .withoutResponse)
      if !withResponse { return .success(.done) }
    case .readDescriptor(let descriptor, let characteristic):
      guard let object = attributes?.object(of: descriptor, characteristic) else { return missing(request) }
      currentObject = object
      peripheral.readValue(for: object)
    case .writeDescriptor(let descriptor, let characteristic, let value):
      guard let object = attributes?.object(of: descriptor, characteristic) else { return missing(request) }
      currentObject = object
      peripheral.writeValue(Data(value), for: object)
    case .subscribe(let characteristic):
      guard let object = attributes?.object(of: characteristic) else { return missing(request) }
      if subscribed.contains(characteristic), object.isNotifying { return .success(.done) }
      currentObject = object
      peripheral.setNotifyValue(true, for: object)
    case .readRSSI: peripheral.readRSSI()
    }
    return nil
  }

  /// Answers the request that is under way, and begins the next.
  private func answer(_ result: Result<AppleRequest.Answer, any Error>) {
    guard let waiter = current else { return }
    current = nil
    currentObject = nil
    waiter.continuation?.resume(
      with: result.mapError { failure in
        failure is BluetoothError ? failure : error(of: waiter.request, BluetoothError.Reason(failure))
      })
    pump()
  }

  private func missing(_ request: AppleRequest) -> Result<AppleRequest.Answer, any Error> {
    .failure(error(of: request, .attributeNotFound))
  }

  func error(of request: AppleRequest, _ reason: BluetoothError.Reason) -> BluetoothError {
    BluetoothError(request.operation, device: label, attribute: request.attribute, reason)
  }

  // MARK: Listeners

  /// Hands on what a characteristic says from now on, and what it has said before anybody could listen.
  func listen(to characteristic: Characteristic, _ listener: AsyncThrowingStream<ReceivedValue, any Error>.Continuation)
  {
    listeners[characteristic, default: []].append(listener)
    guard !unclaimed.isEmpty, let object = attributes?.object(of: characteristic) else { return }
    for early in unclaimed where early.object === object { listener.yield(ReceivedValue(early.value)) }
    unclaimed.removeAll { $0.object === object }
  }

  private func received(_ value: [UInt8], of object: CBCharacteristic) {
    guard let characteristic = attributes?.word(of: object), listeners[characteristic] != nil else {
      // As many as a night of beats; what nobody asks for must not fill the memory.
      if unclaimed.count < 100_000 { unclaimed.append((object, value)) }
      return
    }
    listeners[characteristic]?.removeAll { listener in
      if case .terminated = listener.yield(ReceivedValue(value)) { true } else { false }
    }
  }
}

// MARK: What Core Bluetooth says

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
    // A characteristic whose descriptors are not told is one without.
    discoveriesLeft -= 1
    if discoveriesLeft == 0 { finishDiscovery() }
  }

  private func finishDiscovery() {
    let attributes = AppleAttributes(peripheral.services ?? [])
    self.attributes = attributes
    // What was said while the services were looked at anew.
    unclaimed.removeAll { early in
      guard let characteristic = attributes.word(of: early.object), let listeners = listeners[characteristic] else {
        return false
      }
      for listener in listeners { listener.yield(ReceivedValue(early.value)) }
      return true
    }
    answer(.success(.done))
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    // Objects of what was there before are worth nothing any more.
    let wereKnown = attributes != nil
    attributes = nil
    subscribed.removeAll()
    if case .discover = current?.request {
      peripheral.discoverServices(nil)
    } else {
      // What is asked next finds what is there now, and whoever listens hears on. Nobody waits for it.
      if wereKnown { waiting.insert(Waiter(id: -1, request: .discover, continuation: nil), at: 0) }
      if let object = currentObject, let current, Self.isGone(object, with: invalidatedServices) {
        answer(missing(current.request))
      } else {
        pump()
      }
    }
  }

  /// Whether nobody will answer for a characteristic or descriptor any more.
  private static func isGone(_ object: CBAttribute, with services: [CBService]) -> Bool {
    let characteristic = object as? CBCharacteristic ?? (object as? CBDescriptor)?.characteristic
    guard let service = characteristic?.service else { return true }
    return services.contains { $0 === service }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
  ) {
    // Core Bluetooth calls the same way for an answer and for a notification: where one was asked for, it is the answer.
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
