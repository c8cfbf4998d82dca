#if !canImport(Darwin)
  public import CoreBluetooth
  public import Foundation
  import Synchronization

  /// Which devices a display item is for. All that is set must be so; who wants alternatives shows several items.
  ///
  /// A descriptor needs a service or a company. Those of networks are kept, and find nothing here.
  public final class ASDiscoveryDescriptor: NSObject, NSCopying, Sendable {
    /// How far away devices may be.
    public enum Range: Int, Sendable {
      /// Anywhere within reach.
      case `default` = 0
      /// Right beside: heard with −55 dBm at least.
      case immediate = 10
    }

    /// Which side offers a service of a network without a router.
    public enum WiFiAwareServiceRole: Int, Sendable {
      /// It asks.
      case subscriber = 10
      /// It offers.
      case publisher = 20
    }

    private struct Values {
      var rules = DescriptorRules()
      var ssid: String?
      var ssidPrefix: String?
      var awareService: String?
      var awareRole = WiFiAwareServiceRole.subscriber
      var awareModel: ASPropertyCompareString?
      var awareVendor: ASPropertyCompareString?
    }

    private let values = Mutex(Values())

    /// A descriptor in which nothing is set.
    public override init() { super.init() }

    init(_ rules: DescriptorRules) {
      super.init()
      values.withLock { $0.rules = rules }
    }

    /// Another one that says the same.
    convenience init(copying other: ASDiscoveryDescriptor) {
      self.init()
      let said = other.values.withLock { $0 }
      values.withLock { $0 = said }
    }

    /// Another one that says the same.
    public func copy(with zone: NSZone? = nil) -> Any { ASDiscoveryDescriptor(copying: self) }

    /// What it asks of advertisements.
    var rules: DescriptorRules { values.withLock { $0.rules } }

    /// What is wrong with it; `nil` where it can be looked for.
    var problem: String? {
      let values = values.withLock { $0 }
      if values.ssid != nil, values.ssidPrefix != nil { return "A descriptor has an ssid or an ssidPrefix, not both." }
      let wantsNetwork = values.ssid != nil || values.ssidPrefix != nil || values.awareService != nil
      if wantsNetwork, values.rules.service == nil, values.rules.company == nil {
        return "On Linux, accessories are found by Bluetooth alone, and this descriptor names a network."
      }
      return values.rules.problem
    }

    /// A service that the device advertises.
    public var bluetoothServiceUUID: CBUUID? {
      get { values.withLock { $0.rules.service }.map { CBUUID(string: $0) } }
      set {
        let text = newValue?.uuidString
        values.withLock { $0.rules.service = text }
      }
    }

    /// A company whose data the device advertises; 0 where any will do.
    public var bluetoothCompanyIdentifier: ASBluetoothCompanyIdentifier {
      get { ASBluetoothCompanyIdentifier(values.withLock { $0.rules.company } ?? 0) }
      set { values.withLock { $0.rules.company = newValue.rawValue == 0 ? nil : newValue.rawValue } }
    }

    /// What the company's data begins with, behind the company's number.
    public var bluetoothManufacturerDataBlob: Data? {
      get { values.withLock { $0.rules.manufacturerData } }
      set { values.withLock { $0.rules.manufacturerData = newValue } }
    }

    /// Which of its bits count. It must be as long.
    public var bluetoothManufacturerDataMask: Data? {
      get { values.withLock { $0.rules.manufacturerMask } }
      set { values.withLock { $0.rules.manufacturerMask = newValue } }
    }

    /// What the service's data begins with.
    public var bluetoothServiceDataBlob: Data? {
      get { values.withLock { $0.rules.serviceData } }
      set { values.withLock { $0.rules.serviceData = newValue } }
    }

    /// Which of its bits count. It must be as long.
    public var bluetoothServiceDataMask: Data? {
      get { values.withLock { $0.rules.serviceMask } }
      set { values.withLock { $0.rules.serviceMask = newValue } }
    }

    /// A part of the advertised name.
    public var bluetoothNameSubstring: String? {
      get { values.withLock { $0.rules.name } }
      set { values.withLock { $0.rules.name = newValue } }
    }

    /// How it is looked for in the name.
    public var bluetoothNameSubstringCompareOptions: NSString.CompareOptions {
      get { NSString.CompareOptions(rawValue: values.withLock { $0.rules.nameOptions }) }
      set { values.withLock { $0.rules.nameOptions = newValue.rawValue } }
    }

    /// How far away the device may be.
    public var bluetoothRange: Range {
      get { values.withLock { $0.rules.isImmediate } ? .immediate : .default }
      set { values.withLock { $0.rules.isImmediate = newValue == .immediate } }
    }

    /// What the device can do.
    public var supportedOptions: ASAccessory.SupportOptions {
      get { ASAccessory.SupportOptions(rawValue: values.withLock { $0.rules.supportedOptions }) }
      set { values.withLock { $0.rules.supportedOptions = newValue.rawValue } }
    }

    /// A network's name. Networks are not looked for on Linux.
    public var ssid: String? {
      get { values.withLock { $0.ssid } }
      set { values.withLock { $0.ssid = newValue } }
    }

    /// What a network's name begins with. Networks are not looked for on Linux.
    public var ssidPrefix: String? {
      get { values.withLock { $0.ssidPrefix } }
      set { values.withLock { $0.ssidPrefix = newValue } }
    }

    /// A service of Wi-Fi Aware, which is not looked for on Linux.
    public var wifiAwareServiceName: String? {
      get { values.withLock { $0.awareService } }
      set { values.withLock { $0.awareService = newValue } }
    }

    /// Which side offers that service.
    public var wifiAwareServiceRole: WiFiAwareServiceRole {
      get { values.withLock { $0.awareRole } }
      set { values.withLock { $0.awareRole = newValue } }
    }

    /// Its model's name.
    public var wifiAwareModelNameMatch: ASPropertyCompareString? {
      get { values.withLock { $0.awareModel } }
      set { values.withLock { $0.awareModel = newValue } }
    }

    /// Its maker's name.
    public var wifiAwareVendorNameMatch: ASPropertyCompareString? {
      get { values.withLock { $0.awareVendor } }
      set { values.withLock { $0.awareVendor = newValue } }
    }
  }
#endif
