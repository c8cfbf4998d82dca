#if !canImport(Darwin)
  public import Foundation
  import HaloBluetooth

  /// What can be done with a characteristic (Core Specification, volume 3, part G, 3.3.1.1).
  public struct CBCharacteristicProperties: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Its value can be told to everybody in advertisements.
    public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
    /// Its value can be read.
    public static let read = CBCharacteristicProperties(rawValue: 0x02)
    /// It can be written without an answer.
    public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
    /// It can be written, and the device confirms.
    public static let write = CBCharacteristicProperties(rawValue: 0x08)
    /// It notifies of new values.
    public static let notify = CBCharacteristicProperties(rawValue: 0x10)
    /// It indicates new values, which the radio confirms.
    public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
    /// It takes writes that are signed.
    public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
    /// A descriptor of it has more properties.
    public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
    /// It notifies bonded centrals alone. Of this program's own characteristics; no device tells it.
    public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
    /// It indicates to bonded centrals alone. Of this program's own characteristics; no device tells it.
    public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)
  }

  /// How a characteristic is written.
  public enum CBCharacteristicWriteType: Int, Sendable {
    /// The device confirms, and the delegate hears of it.
    case withResponse = 0
    /// Nobody hears whether it arrived.
    case withoutResponse = 1
  }

  /// A characteristic of a service, for as long as the link lasts on which it was discovered.
  open class CBCharacteristic: CBAttribute {
    private struct State {
      weak var service: CBService?
      var value: Data?
      var descriptors: [CBDescriptor]?
      var isNotifying = false
    }

    private let state: Guarded<State>
    /// As the radio knows it.
    let known: Characteristic

    init(_ known: Characteristic, of service: CBService) {
      self.known = known
      state = Guarded(State(service: service))
      super.init(uuid: CBUUID(known.uuid))
    }

    /// The service that holds it.
    open weak var service: CBService? { state.withLock { $0.service } }
    /// What can be done with it.
    open var properties: CBCharacteristicProperties {
      CBCharacteristicProperties(rawValue: UInt(known.properties.rawValue))
    }
    /// The value that was read or notified last.
    open var value: Data? { state.withLock { $0.value } }
    /// The descriptors that were discovered; `nil` before.
    open var descriptors: [CBDescriptor]? { state.withLock { $0.descriptors } }
    /// Whether it is subscribed to.
    open var isNotifying: Bool { state.withLock { $0.isNotifying } }

    func set(value: Data) { state.withLock { $0.value = value } }
    open override var description: String {
      let value = value.map { "\($0.count) bytes" } ?? "(null)"
      return
        "<CBCharacteristic: UUID = \(uuid), properties = \(properties.rawValue), value = \(value), notifying = \(isNotifying)>"
    }

    /// Makes descriptors visible.
    func showDescriptors() {
      state.withLock { state in
        if state.descriptors == nil { state.descriptors = known.descriptors.map { CBDescriptor($0, of: self) } }
      }
    }

    func set(isNotifying: Bool) { state.withLock { $0.isNotifying = isNotifying } }
  }
#endif
