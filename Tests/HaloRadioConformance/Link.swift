public import HaloBluetooth

/// A connection to a ``TrialDevice``.
public struct Link: Sendable {
  /// The connection.
  public let connection: any Connection
  /// The device's services.
  public let services: [Service]

  /// Discovers the services of a connection.
  public init(_ connection: any Connection) async throws {
    self.connection = connection
    services = try await connection.services()
  }

  /// Returns the first characteristic with that UUID.
  public func characteristic(_ uuid: BluetoothUUID) throws -> Characteristic {
    guard let found = services.characteristic(uuid) else {
      throw UnmetRequirement(description: "\(uuid) is not among the services")
    }
    return found
  }

  /// Reads a characteristic.
  public func read(_ uuid: BluetoothUUID) async throws -> [UInt8] {
    try await connection.read(try characteristic(uuid)).bytes
  }

  /// Writes a characteristic.
  public func write(_ value: [UInt8], to uuid: BluetoothUUID, withResponse: Bool = true) async throws {
    try await connection.write(value, to: try characteristic(uuid), withResponse: withResponse)
  }

  /// Sends an order to the device.
  public func order(_ order: TrialDevice.Order, _ number: Int = 0) async throws {
    try await write([order.rawValue, UInt8(number & 0xFF), UInt8(number >> 8)], to: TrialDevice.ID.control)
  }

  /// Subscribes to a characteristic.
  public func notifications(of uuid: BluetoothUUID) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try await connection.notifications(of: try characteristic(uuid))
  }
}

extension AsyncThrowingStream<ReceivedValue, any Error> {
  /// Returns the first values; fewer if the sequence ends.
  public func first(_ count: Int) async throws -> [[UInt8]] {
    var values: [[UInt8]] = []
    for try await value in self {
      values.append(value.bytes)
      if values.count == count { break }
    }
    return values
  }
}
