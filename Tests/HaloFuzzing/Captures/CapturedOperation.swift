public import HaloBluetooth
public import HaloCaptures

/// An attribute protocol operation, expected or read, for comparisons.
public struct CapturedOperation: Hashable, Sendable, CustomStringConvertible {
  /// Microseconds since 1970.
  public var time: Int64?
  /// The direction, from the host's point of view.
  public var direction: RecordedFrame.Direction
  /// The link, numbered from 1 in order of appearance.
  public var link: Int
  /// The device's address; `nil` if the capture does not contain it.
  public var device: String?
  /// The attribute's handle; `nil` unless there is exactly one.
  public var handle: UInt16?
  /// True if the attribute belongs to the host; the device reads or writes it.
  public var isOfHost: Bool
  /// The names of the attribute; `nil` if it is not known.
  public var name: AttributeName?
  /// The whole packet, including the opcode.
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

  /// One line with every property, for test failures. Unknown ones are `-`.
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
  /// The service; `nil` if it is not known.
  public var service: BluetoothUUID?
  /// The characteristic; `nil` if it is not known.
  public var characteristic: BluetoothUUID?
  /// The descriptor; `nil` if the attribute is not one.
  public var descriptor: BluetoothUUID?

  /// Creates names; each is `nil` if it is not known.
  public init(
    _ service: BluetoothUUID?, _ characteristic: BluetoothUUID? = nil, _ descriptor: BluetoothUUID? = nil
  ) {
    self.service = service
    self.characteristic = characteristic
    self.descriptor = descriptor
  }

  /// The UUIDs, separated by slashes. Missing ones are `-`.
  public var description: String {
    [service, characteristic, descriptor].map { $0?.description ?? "-" }.joined(separator: "/")
  }
}
