public import Foundation
import HaloBluetooth

/// The operations that a characteristic allows (Core Specification, volume 3, part G, 3.3.1.1).
public struct CBCharacteristicProperties: OptionSet, Sendable {
  /// The bits of the properties.
  public let rawValue: UInt
  /// Properties with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value can be broadcast in advertisements.
  public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
  /// The value can be read.
  public static let read = CBCharacteristicProperties(rawValue: 0x02)
  /// The value can be written without response.
  public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
  /// The value can be written with response.
  public static let write = CBCharacteristicProperties(rawValue: 0x08)
  /// The device sends notifications of new values.
  public static let notify = CBCharacteristicProperties(rawValue: 0x10)
  /// The device sends indications of new values, which the central confirms.
  public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
  /// The value can be written with a signature.
  public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
  /// A descriptor has more properties.
  public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
  /// Only bonded centrals are notified. For a program's own characteristics; discovered ones never have it.
  public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
  /// Only bonded centrals receive indications. For a program's own characteristics; discovered ones never have it.
  public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)
}

/// The kind of a write.
public enum CBCharacteristicWriteType: Int, Sendable {
  /// The device confirms, and the delegate is called.
  case withResponse = 0
  /// The device does not confirm.
  case withoutResponse = 1
}

/// A characteristic of a service, valid for the link on which it was discovered.
open class CBCharacteristic: CBAttribute {
  private struct State {
    weak var service: CBService?
    var value: Data?
    var descriptors: [CBDescriptor]?
    var isNotifying = false
  }

  private let state: LockedValue<State>
  /// The characteristic as the radio reports it.
  let known: Characteristic

  init(_ known: Characteristic, of service: CBService) {
    self.known = known
    state = LockedValue(State(service: service))
    super.init(uuid: CBUUID(known.uuid))
  }

  /// The characteristic's service.
  open weak var service: CBService? { state.withLock { $0.service } }
  /// The allowed operations.
  open var properties: CBCharacteristicProperties {
    CBCharacteristicProperties(rawValue: UInt(known.properties.rawValue))
  }
  /// The last value that was read or notified.
  open var value: Data? { state.withLock { $0.value } }
  /// The discovered descriptors; `nil` before discovery.
  open var descriptors: [CBDescriptor]? { state.withLock { $0.descriptors } }
  /// True while subscribed.
  open var isNotifying: Bool { state.withLock { $0.isNotifying } }

  func set(value: Data) { state.withLock { $0.value = value } }
  open override var description: String {
    let value = value.map { "\($0.count) bytes" } ?? "(null)"
    return
      "<CBCharacteristic: UUID = \(uuid), properties = \(properties.rawValue), value = \(value), notifying = \(isNotifying)>"
  }

  /// Adds the descriptors to ``descriptors``.
  func showDescriptors() {
    state.withLock { state in
      if state.descriptors == nil { state.descriptors = known.descriptors.map { CBDescriptor($0, of: self) } }
    }
  }

  func set(isNotifying: Bool) { state.withLock { $0.isNotifying = isNotifying } }
}
