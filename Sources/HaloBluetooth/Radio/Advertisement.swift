/// An advertisement of a device, as one scan received it.
public struct Advertisement: Hashable, Sendable {
  /// The advertising device.
  public let device: DeviceID
  /// The device's name, if the advertisement has one.
  public let name: String?
  /// The advertised services. Devices need not advertise all of their services.
  public let services: [BluetoothUUID]
  /// Manufacturer data by company identifier.
  public let manufacturerData: [UInt16: [UInt8]]
  /// Service data by the service's UUID.
  public let serviceData: [BluetoothUUID: [UInt8]]
  /// Signal strength in dBm, if the radio knows it.
  public let rssi: Int?
  /// True if the device accepts connections.
  public let isConnectable: Bool

  /// An advertisement of `device`. An `rssi` of 127 means that the radio does not know it.
  public init(
    device: DeviceID, name: String?, services: [BluetoothUUID] = [], manufacturerData: [UInt16: [UInt8]] = [:],
    serviceData: [BluetoothUUID: [UInt8]] = [:], rssi: Int? = nil, isConnectable: Bool = true
  ) {
    self.device = device
    self.name = name
    self.services = services
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.rssi = Self.knownRSSI(rssi)
    self.isConnectable = isConnectable
  }

  /// Returns a reported signal strength; `nil` for 127, "not available" (Core Specification, volume 4, part E, 7.7.65.2).
  package static func knownRSSI(_ reported: Int?) -> Int? { reported == 127 ? nil : reported }

  /// Returns this advertisement with the name of an earlier one if it has no name of its own.
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

  /// The device's label for people: its name and identifier, or only the identifier.
  public var label: String { name.map { "\($0) (\(device))" } ?? device.text }
}
