public import HaloBluetooth
public import HaloCaptures

/// An attribute protocol operation, expected or read, for comparisons.
public struct CapturedOperation: Hashable, Sendable, CustomStringConvertible {
  /// Microseconds since 1970.
  public var time: Int64?
  public var direction: RecordedFrame.Direction
  public var link: Int
  public var device: String?
  public var handle: UInt16?
  public var isOfHost: Bool
  public var name: AttributeName?
  public var bytes: [UInt8]

  /// Creates an operation from Halo's result.
  public init(_ operation: ATTOperation) {
    time = operation.time?.microseconds
    direction = operation.direction
    link = operation.link
    device = operation.device?.description
    handle = operation.handle
    isOfHost = operation.isOfHost
    name = operation.attribute.map { AttributeName($0.service, $0.characteristic, $0.descriptor) }
    bytes = [UInt8](operation.bytes)
  }

  /// Creates an expected operation.
  init(
    time: Int64, direction: RecordedFrame.Direction, link: Int, device: String?, handle: UInt16?, isOfHost: Bool,
    name: AttributeName?, bytes: [UInt8]
  ) {
    self.time = time
    self.direction = direction
    self.link = link
    self.device = device
    self.handle = handle
    self.isOfHost = isOfHost
    self.name = name
    self.bytes = bytes
  }

  public var description: String {
    let hexadecimal = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return """
      \(time.map(String.init) ?? "-") \(direction) link \(link) \(device ?? "-") handle \(handle.map(String.init) ?? "-") \
      \(isOfHost ? "host's " : "")\(name.map { "\($0)" } ?? "-") \(hexadecimal)
      """
  }
}

/// The names of an attribute.
public struct AttributeName: Hashable, Sendable, CustomStringConvertible {
  public var service: BluetoothUUID?
  public var characteristic: BluetoothUUID?
  public var descriptor: BluetoothUUID?

  public init(
    _ service: BluetoothUUID?, _ characteristic: BluetoothUUID? = nil, _ descriptor: BluetoothUUID? = nil
  ) {
    self.service = service
    self.characteristic = characteristic
    self.descriptor = descriptor
  }

  public var description: String {
    [service, characteristic, descriptor].map { $0?.description ?? "-" }.joined(separator: "/")
  }
}
