/// A service that was discovered on a device.
public struct Service: Hashable, Sendable {
  /// What it is.
  public let uuid: BluetoothUUID
  /// What it holds.
  public let characteristics: [Characteristic]
  /// The handle of its declaration, where the radio tells it.
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
  /// What can be done with a characteristic (Core Specification, volume 3, part G, 3.3.1.1).
  public struct Properties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its value can be told to everybody in advertisements.
    public static let broadcast = Properties(rawValue: 0x01)
    /// Its value can be read.
    public static let read = Properties(rawValue: 0x02)
    /// It can be written without an answer.
    public static let writeWithoutResponse = Properties(rawValue: 0x04)
    /// It can be written, and the device confirms.
    public static let write = Properties(rawValue: 0x08)
    /// It notifies of new values.
    public static let notify = Properties(rawValue: 0x10)
    /// It indicates new values, which the radio confirms.
    public static let indicate = Properties(rawValue: 0x20)
    /// It takes writes that are signed.
    public static let authenticatedSignedWrites = Properties(rawValue: 0x40)
    /// A descriptor of it (0x2900) has more properties.
    public static let extendedProperties = Properties(rawValue: 0x80)
  }

  /// What it is.
  public let uuid: BluetoothUUID
  /// The service that holds it.
  public let service: BluetoothUUID
  /// Tells characteristics of one UUID on one device apart: the attribute's handle, or the radio's own count.
  public let instance: Int
  /// What can be done with it.
  public let properties: Properties
  /// Its descriptors.
  public let descriptors: [BluetoothUUID]
  /// The handles of its descriptors, in the same order; none where the radio does not tell them.
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
  /// The first characteristic of that UUID, in that service where one is named.
  public func characteristic(_ uuid: BluetoothUUID, in service: BluetoothUUID? = nil) -> Characteristic? {
    for candidate in self where service == nil || candidate.uuid == service {
      if let found = candidate.characteristics.first(where: { $0.uuid == uuid }) { return found }
    }
    return nil
  }
}
