public import CoreBluetooth
public import Foundation
import Synchronization

/// The conditions for the devices of a display item. All conditions must be met; use several items for alternatives.
///
/// A descriptor needs a service or a company. Conditions on networks are stored, but find no devices here.
public final class ASDiscoveryDescriptor: NSObject, NSCopying, Sendable {
  /// The distance to devices.
  public enum Range: Int, Sendable {
    /// Any distance.
    case `default` = 0
    /// Very close: at least −55 dBm.
    case immediate = 10
  }

  private struct Values {
    var rules = DescriptorRules()
    var ssid: String?
    var ssidPrefix: String?
  }

  private let values = Mutex(Values())

  /// A descriptor without conditions.
  public override init() { super.init() }

  init(_ rules: DescriptorRules) {
    super.init()
    values.withLock { $0.rules = rules }
  }

  /// A copy of `other`.
  convenience init(copying other: ASDiscoveryDescriptor) {
    self.init()
    let copied = other.values.withLock { $0 }
    values.withLock { $0 = copied }
  }

  /// Returns a copy.
  public func copy(with zone: NSZone? = nil) -> Any { ASDiscoveryDescriptor(copying: self) }

  /// The conditions on advertisements.
  var rules: DescriptorRules { values.withLock { $0.rules } }

  /// The problem of an invalid descriptor; `nil` if it is valid.
  var problem: String? {
    let values = values.withLock { $0 }
    if values.ssid != nil, values.ssidPrefix != nil { return "A descriptor has an ssid or an ssidPrefix, not both." }
    let wantsNetwork = values.ssid != nil || values.ssidPrefix != nil
    if wantsNetwork, values.rules.service == nil, values.rules.company == nil {
      return "On Linux, accessories are found only by Bluetooth, but this descriptor names a network."
    }
    return values.rules.problem
  }

  /// A service that the device must advertise.
  public var bluetoothServiceUUID: CBUUID? {
    get { values.withLock { $0.rules.service }.map { CBUUID(string: $0) } }
    set {
      let text = newValue?.uuidString
      values.withLock { $0.rules.service = text }
    }
  }

  /// A company whose data the device must advertise; 0 for any company.
  public var bluetoothCompanyIdentifier: ASBluetoothCompanyIdentifier {
    get { ASBluetoothCompanyIdentifier(values.withLock { $0.rules.company } ?? 0) }
    set { values.withLock { $0.rules.company = newValue.rawValue == 0 ? nil : newValue.rawValue } }
  }

  /// The required beginning of the manufacturer data, after the company identifier.
  public var bluetoothManufacturerDataBlob: Data? {
    get { values.withLock { $0.rules.manufacturerData } }
    set { values.withLock { $0.rules.manufacturerData = newValue } }
  }

  /// The bits of the manufacturer data that are compared. Must have the same length.
  public var bluetoothManufacturerDataMask: Data? {
    get { values.withLock { $0.rules.manufacturerMask } }
    set { values.withLock { $0.rules.manufacturerMask = newValue } }
  }

  /// The required beginning of the service data.
  public var bluetoothServiceDataBlob: Data? {
    get { values.withLock { $0.rules.serviceData } }
    set { values.withLock { $0.rules.serviceData = newValue } }
  }

  /// The bits of the service data that are compared. Must have the same length.
  public var bluetoothServiceDataMask: Data? {
    get { values.withLock { $0.rules.serviceMask } }
    set { values.withLock { $0.rules.serviceMask = newValue } }
  }

  /// A required part of the advertised name.
  public var bluetoothNameSubstring: String? {
    get { values.withLock { $0.rules.name } }
    set { values.withLock { $0.rules.name = newValue } }
  }

  /// The options for comparing the name.
  public var bluetoothNameSubstringCompareOptions: NSString.CompareOptions {
    get { NSString.CompareOptions(rawValue: values.withLock { $0.rules.nameOptions }) }
    set { values.withLock { $0.rules.nameOptions = newValue.rawValue } }
  }

  /// The required distance.
  public var bluetoothRange: Range {
    get { values.withLock { $0.rules.isImmediate } ? .immediate : .default }
    set { values.withLock { $0.rules.isImmediate = newValue == .immediate } }
  }

  /// The features of the device.
  public var supportedOptions: ASAccessory.SupportOptions {
    get { ASAccessory.SupportOptions(rawValue: values.withLock { $0.rules.supportedOptions }) }
    set { values.withLock { $0.rules.supportedOptions = newValue.rawValue } }
  }

  /// A network's name. Networks are not searched on Linux.
  public var ssid: String? {
    get { values.withLock { $0.ssid } }
    set { values.withLock { $0.ssid = newValue } }
  }

  /// The beginning of a network's name. Networks are not searched on Linux.
  public var ssidPrefix: String? {
    get { values.withLock { $0.ssidPrefix } }
    set { values.withLock { $0.ssidPrefix = newValue } }
  }
}
