/// A service that was discovered on a device.
public struct Service: Hashable, Sendable {
  /// The service's UUID.
  public let uuid: BluetoothUUID
  /// The service's characteristics.
  public let characteristics: [Characteristic]
  /// The handle of the service declaration, if the radio reports it.
  public let handle: Int?

  /// A service with these characteristics.
  public init(uuid: BluetoothUUID, characteristics: [Characteristic], handle: Int? = nil) {
    self.uuid = uuid
    self.characteristics = characteristics
    self.handle = handle
  }
}

/// A characteristic that was discovered on a device.
public struct Characteristic: Hashable, Sendable {
  /// The operations that a characteristic allows (Core Specification, volume 3, part G, 3.3.1.1).
  public struct Properties: OptionSet, Hashable, Sendable {
    /// The bits of the properties.
    public let rawValue: UInt8
    /// Properties with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The value can be broadcast in advertisements.
    public static let broadcast = Properties(rawValue: 0x01)
    /// The value can be read.
    public static let read = Properties(rawValue: 0x02)
    /// The value can be written without response.
    public static let writeWithoutResponse = Properties(rawValue: 0x04)
    /// The value can be written with response.
    public static let write = Properties(rawValue: 0x08)
    /// The device sends notifications of new values.
    public static let notify = Properties(rawValue: 0x10)
    /// The device sends indications of new values, which the central confirms.
    public static let indicate = Properties(rawValue: 0x20)
    /// The value can be written with a signature.
    public static let authenticatedSignedWrites = Properties(rawValue: 0x40)
    /// The descriptor 0x2900 has more properties.
    public static let extendedProperties = Properties(rawValue: 0x80)

    /// The names of all properties in the order of their bits, as in BlueZ and its clients.
    package static let allNames = [
      "broadcast", "read", "write-without-response", "write", "notify", "indicate", "authenticated-signed-writes",
      "extended-properties",
    ]
    /// The names of the properties.
    package var names: [String] { Self.allNames.indices.filter { rawValue >> $0 & 1 == 1 }.map { Self.allNames[$0] } }
  }

  /// The characteristic's UUID.
  public let uuid: BluetoothUUID
  /// The UUID of its service.
  public let service: BluetoothUUID
  /// Distinguishes characteristics with the same UUID on one device: the attribute's handle, or a number that the radio
  /// assigns.
  public let instance: Int
  /// The allowed operations.
  public let properties: Properties
  /// The UUIDs of its descriptors.
  public let descriptors: [BluetoothUUID]
  /// The handles of its descriptors, in the same order; empty if the radio does not report them.
  public let descriptorHandles: [Int]

  /// A characteristic of `service`.
  public init(
    uuid: BluetoothUUID, service: BluetoothUUID, instance: Int, properties: Properties,
    descriptors: [BluetoothUUID] = [], descriptorHandles: [Int] = []
  ) {
    self.uuid = uuid
    self.service = service
    self.instance = instance
    self.properties = properties
    self.descriptors = descriptors
    self.descriptorHandles = descriptorHandles
  }
}

extension [Service] {
  /// Returns the first characteristic with that UUID, in `service` if it is given.
  public func characteristic(_ uuid: BluetoothUUID, in service: BluetoothUUID? = nil) -> Characteristic? {
    for candidate in self where service == nil || candidate.uuid == service {
      if let found = candidate.characteristics.first(where: { $0.uuid == uuid }) { return found }
    }
    return nil
  }
}
