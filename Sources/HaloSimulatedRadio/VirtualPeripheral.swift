public import HaloBluetooth

/// A device that lives in the simulated air.
public protocol VirtualPeripheral: Sendable {
  /// What it says of itself, and how often.
  var profile: PeripheralProfile { get }

  /// Whether it is awake: it advertises, and answers who wants to connect.
  var isAwake: Bool { get }

  /// The value of a characteristic that can be read.
  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8]

  /// The value of a descriptor. Where a device does not say, it is two zeros, which is what most of them hold.
  func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8]

  /// Lives through one connection: takes writes from the link and sends notifications over it. Cancelled when the link ends.
  func serve(_ link: VirtualLink) async
}

extension VirtualPeripheral {
  public var isAwake: Bool { true }

  public func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8] { [0, 0] }
}

/// What a virtual device says of itself.
public struct PeripheralProfile: Sendable {
  /// Its address.
  public let device: DeviceID
  /// Its advertised name.
  public let name: String?
  /// The services it advertises; it may have others.
  public let advertisedServices: [BluetoothUUID]
  /// Data of manufacturers, by company identifier.
  public let manufacturerData: [UInt16: [UInt8]]
  /// Data of services that it advertises.
  public let serviceData: [BluetoothUUID: [UInt8]]
  /// Time between two advertisements.
  public let advertisingInterval: Duration
  /// What it has for whoever connects.
  public let services: [Service]
  /// Characteristics that are read over encrypted links alone, those of bonded centrals.
  public let encrypted: Set<BluetoothUUID>
  /// Whether it bonds with who wants to.
  public let takesBonds: Bool

  /// A profile.
  public init(
    device: DeviceID, name: String?, advertisedServices: [BluetoothUUID] = [],
    manufacturerData: [UInt16: [UInt8]] = [:], serviceData: [BluetoothUUID: [UInt8]] = [:],
    advertisingInterval: Duration = .milliseconds(500),
    services: [Service], encrypted: Set<BluetoothUUID> = [], takesBonds: Bool = true
  ) {
    self.device = device
    self.name = name
    self.advertisedServices = advertisedServices
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.advertisingInterval = max(advertisingInterval, .milliseconds(20))
    self.services = services
    self.encrypted = encrypted
    self.takesBonds = takesBonds
  }

  /// What a radio receives that hears the device with `rssi` dBm.
  public func advertisement(rssi: Int) -> Advertisement {
    Advertisement(
      device: device, name: name, services: advertisedServices, manufacturerData: manufacturerData,
      serviceData: serviceData, rssi: rssi, isConnectable: true)
  }
}
