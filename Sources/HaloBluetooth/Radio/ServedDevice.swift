/// A device that a radio is for others: what it advertises, and what it has for whoever connects.
public struct ServedDevice: Hashable, Sendable {
  /// The name in its advertisements, at most 29 bytes of UTF-8. What a central reads as the device's name is the machine's own.
  public let name: String
  /// The services it advertises; it may have others.
  public let advertisedServices: [BluetoothUUID]
  /// Data of manufacturers, by company identifier.
  public let manufacturerData: [UInt16: [UInt8]]
  /// What it has. The client configuration is not among the descriptors: a radio adds it where a characteristic notifies or indicates.
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

  /// Whether all of it goes into an advertisement that every radio can hear, which has 31 bytes, of which the flags take 3; the name
  /// goes into the answer to a scan, which has 31 bytes again (Core Specification, volume 6, part B, 2.3.1). Each field has two bytes
  /// before its contents (volume 3, part C, 11).
  package func checkAdvertisement() throws(BluetoothError) {
    let services = Dictionary(grouping: advertisedServices, by: \.width).map { 2 + $0.key * $0.value.count }
    let data = manufacturerData.values.map { 4 + $0.count }
    for (count, maximum) in [((services + data).reduce(0, +), 28), (name.utf8.count, 29)] where count > maximum {
      throw BluetoothError(.advertise, device: name, .tooLong(maximum: maximum))
    }
  }

  /// Whether it has the characteristic, and that may notify of such a value.
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
  /// How many bytes it takes in an advertisement: 2 or 16. Those of 32 bits go as 128 bits.
  fileprivate var width: Int { short == nil ? 16 : 2 }
}
