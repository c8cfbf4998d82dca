/// A device on the simulated medium.
public protocol VirtualPeripheral: Sendable {
  /// The device's advertisement and attributes.
  var profile: PeripheralProfile { get }

  /// True if the device is awake, so that it advertises and accepts connections.
  var isAwake: Bool { get }

  /// Returns the value of a readable characteristic.
  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8]

  /// Returns the value of a descriptor. The default is two zeros, which most devices have.
  func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8]

  /// Handles one connection: takes writes from the link and sends notifications over it. Canceled when the link ends.
  func serve(_ link: VirtualLink) async
}

extension VirtualPeripheral {
  /// Always true.
  public var isAwake: Bool { true }

  /// Returns two zeros.
  public func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8] { [0, 0] }
}

/// The advertisement and attributes of a virtual device.
public struct PeripheralProfile: Sendable {
  /// The device's address.
  public let device: DeviceID
  /// The advertised name.
  public let name: String?
  /// The advertised services; the device may have others.
  public let advertisedServices: [BluetoothUUID]
  /// Manufacturer data by company identifier.
  public let manufacturerData: [UInt16: [UInt8]]
  /// Advertised service data.
  public let serviceData: [BluetoothUUID: [UInt8]]
  /// The interval between two advertisements.
  public let advertisingInterval: Duration
  /// All services.
  public let services: [Service]
  /// The characteristics that only bonded centrals can use, over encrypted links.
  public let encrypted: Set<BluetoothUUID>
  /// True if the device accepts bonding.
  public let acceptsBonding: Bool
  /// The passkey that the device shows when it is bonded; `nil` if it has no display.
  public let passkey: Int?

  /// A profile.
  public init(
    device: DeviceID, name: String?, advertisedServices: [BluetoothUUID] = [],
    manufacturerData: [UInt16: [UInt8]] = [:], serviceData: [BluetoothUUID: [UInt8]] = [:],
    advertisingInterval: Duration = .milliseconds(500),
    services: [Service], encrypted: Set<BluetoothUUID> = [], acceptsBonding: Bool = true,
    passkey: Int? = nil
  ) {
    self.device = device
    self.name = name
    self.advertisedServices = advertisedServices
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.advertisingInterval = max(advertisingInterval, .milliseconds(20))
    self.services = services
    self.encrypted = encrypted
    self.acceptsBonding = acceptsBonding
    self.passkey = passkey
  }

  /// Returns the advertisement as received with a signal strength of `rssi` dBm.
  public func advertisement(rssi: Int) -> Advertisement {
    Advertisement(
      device: device, name: name, services: advertisedServices, manufacturerData: manufacturerData,
      serviceData: serviceData, rssi: rssi, isConnectable: true)
  }
}
