/// What a device says of itself over the air, as one scan saw it.
public struct Advertisement: Hashable, Sendable {
  /// Which device.
  public let device: DeviceID
  /// Its name, where it gives one.
  public let name: String?
  /// The services it names; devices need not name those they have.
  public let services: [BluetoothUUID]
  /// Data of manufacturers, by company identifier.
  public let manufacturerData: [UInt16: [UInt8]]
  /// Data of services, by the service's UUID.
  public let serviceData: [BluetoothUUID: [UInt8]]
  /// Signal strength in dBm, where the radio knows it.
  public let rssi: Int?
  /// Whether it takes connections.
  public let isConnectable: Bool

  /// An advertisement of `device`.
  public init(
    device: DeviceID, name: String?, services: [BluetoothUUID] = [], manufacturerData: [UInt16: [UInt8]] = [:],
    serviceData: [BluetoothUUID: [UInt8]] = [:], rssi: Int? = nil, isConnectable: Bool = true
  ) {
    self.device = device
    self.name = name
    self.services = services
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.rssi = rssi
    self.isConnectable = isConnectable
  }

  /// The same with the name that an earlier advertisement had, where this one has none.
  public func named(asIn earlier: Advertisement?) -> Advertisement {
    guard name == nil, let name = earlier?.name else { return self }
    return Advertisement(
      device: device, name: name, services: services, manufacturerData: manufacturerData,
      serviceData: serviceData, rssi: rssi, isConnectable: isConnectable)
  }

  /// Returns the same advertisement with other services, such as those that a connection found.
  public func with(_ services: [BluetoothUUID]) -> Advertisement {
    Advertisement(
      device: device, name: name, services: services, manufacturerData: manufacturerData, serviceData: serviceData,
      rssi: rssi, isConnectable: isConnectable)
  }

  /// The device as a person knows it: its name and identifier, or the identifier alone.
  public var label: String { name.map { "\($0) (\(device))" } ?? device.text }
}
