/// A device that this machine serves to centrals: its advertisement and its services.
public struct ServedDevice: Hashable, Sendable {
  /// The advertised name, at most 29 bytes of UTF-8. The device name that centrals read is the machine's own.
  public let name: String
  /// The advertised services; the device may have others.
  public let advertisedServices: [BluetoothUUID]
  /// Manufacturer data by company identifier.
  public let manufacturerData: [UInt16: [UInt8]]
  /// All services. The descriptors do not include the client configuration: the radio adds it to characteristics that
  /// notify or indicate.
  public let services: [Service]

  /// A device.
  public init(
    name: String, advertisedServices: [BluetoothUUID] = [], manufacturerData: [UInt16: [UInt8]] = [:],
    services: [Service]
  ) {
    self.name = name
    self.advertisedServices = advertisedServices
    self.manufacturerData = manufacturerData
    self.services = services
  }

  /// Throws unless the data fits into legacy advertising packets. The advertisement has 31 bytes, of which the flags
  /// take 3; the name goes into the scan response, which also has 31 bytes (Core Specification, volume 6, part B,
  /// 2.3.1). Each field has a header of two bytes (volume 3, part C, 11).
  package func checkAdvertisement() throws(BluetoothError) {
    let services = Dictionary(grouping: advertisedServices, by: \.width).map { 2 + $0.key * $0.value.count }
    let data = manufacturerData.values.map { 4 + $0.count }
    for (count, maximum) in [((services + data).reduce(0, +), 28), (name.utf8.count, 29)] where count > maximum {
      throw BluetoothError(.advertise, device: name, .tooLong(maximum: maximum))
    }
  }

  /// Throws unless the device has the characteristic, and the characteristic can notify of a value of that length.
  package func checkNotification(
    of value: [UInt8], on characteristic: Characteristic
  ) throws(BluetoothError) {
    func problem(_ reason: BluetoothError.Reason) -> BluetoothError {
      BluetoothError(.notify, device: name, attribute: characteristic.uuid, reason)
    }
    guard services.contains(where: { $0.characteristics.contains(characteristic) }) else {
      throw problem(.attributeNotFound)
    }
    guard !characteristic.properties.isDisjoint(with: [.notify, .indicate]) else {
      throw problem(.notPermitted(allowed: characteristic.properties))
    }
    guard value.count <= 512 else { throw problem(.tooLong(maximum: 512)) }
  }
}

extension BluetoothUUID {
  /// The UUID's size in an advertisement, in bytes: 2 or 16. UUIDs of 32 bits are sent as 128 bits.
  fileprivate var width: Int { short == nil ? 16 : 2 }
}
