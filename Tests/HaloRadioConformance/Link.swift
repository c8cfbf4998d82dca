public import HaloBluetooth

/// A link with a ``TrialDevice``.
public struct Link: Sendable {
  public let connection: any Connection
  public let services: [Service]

  /// A link, once its services are known.
  public init(_ connection: any Connection) async throws {
    self.connection = connection
    services = try await connection.services()
  }

  /// The first characteristic of that UUID.
  public func characteristic(_ uuid: BluetoothUUID) throws -> Characteristic {
    guard let found = services.characteristic(uuid) else {
      throw Unmet(description: "\(uuid) is not among the services")
    }
    return found
  }

  /// Reads one.
  public func read(_ uuid: BluetoothUUID) async throws -> [UInt8] {
    try await connection.read(try characteristic(uuid)).bytes
  }

  /// Writes one.
  public func write(_ value: [UInt8], to uuid: BluetoothUUID, withResponse: Bool = true) async throws {
    try await connection.write(value, to: try characteristic(uuid), withResponse: withResponse)
  }

  /// Tells the device to do something.
  public func order(_ order: TrialDevice.Order, _ number: Int = 0) async throws {
    try await write([order.rawValue, UInt8(number & 0xFF), UInt8(number >> 8)], to: TrialDevice.ID.control)
  }

  /// What one says from now on.
  public func notifications(of uuid: BluetoothUUID) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try await connection.notifications(of: try characteristic(uuid))
  }
}

extension AsyncThrowingStream<ReceivedValue, any Error> {
  /// The first values; fewer where it ends.
  public func first(_ count: Int) async throws -> [[UInt8]] {
    var values: [[UInt8]] = []
    for try await value in self {
      values.append(value.bytes)
      if values.count == count { break }
    }
    return values
  }
}
