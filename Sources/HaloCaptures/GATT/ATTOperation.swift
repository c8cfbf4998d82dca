/// An attribute protocol packet between a host and a device.
public struct ATTOperation: Sendable {
  /// The time; `nil` if the file contains no times.
  public let time: CaptureTime?
  /// The direction, from the host's point of view.
  public let direction: RecordedFrame.Direction
  /// The link, numbered from 1 in order of appearance.
  public let link: Int
  /// The device; `nil` if the capture does not contain its address, for example after the log rolled over.
  public let device: DeviceAddress?
  /// The operation.
  public let opcode: ATTOpcode
  /// The attribute's handle, from the packet or from the request that it answers. `nil` unless there is
  /// exactly one.
  public let handle: UInt16?
  /// The whole packet, including the opcode.
  public internal(set) var bytes: ArraySlice<UInt8>
  /// The attribute, if known.
  public let attribute: Attribute?
  /// The request that the packet answers, if it is in the capture.
  let request: ArraySlice<UInt8>?
  /// True if the attribute belongs to the host; the device reads or writes it.
  public let isOfHost: Bool

  /// The attribute's value; `nil` if the packet carries none or several.
  public var value: ArraySlice<UInt8>? {
    guard let offset = opcode.valueOffset, offset <= bytes.count else { return nil }
    let value = bytes.dropFirst(offset)
    // A signature of twelve bytes follows (Core Specification, volume 3, part F, 3.4.5.4).
    return opcode == .signedWriteCommand ? value.dropLast(12) : value
  }

  /// The place of the bytes in the value, if the packet carries a part of one: of a prepared write or a long read.
  public var offset: Int? {
    switch opcode {
    case .prepareWriteRequest, .prepareWriteResponse: bytes.le16(3).map(Int.init)
    case .readBlobResponse: request?.le16(3).map(Int.init)
    default: nil
    }
  }

  /// The value, if it is the complete value of a characteristic: written, read in one piece, notified or indicated.
  public var frame: ArraySlice<UInt8>? {
    switch opcode {
    // Only characteristics can notify, even if some devices declare a descriptor at that handle.
    case .notification, .indication: value
    case .writeRequest, .writeCommand, .signedWriteCommand, .readResponse:
      attribute?.descriptor == nil ? value : nil
    default: nil
    }
  }
}

/// The known facts about an attribute.
public struct Attribute: Hashable, Sendable {
  /// The service that contains it.
  public let service: BluetoothUUID?
  /// The characteristic that it is or belongs to.
  public let characteristic: BluetoothUUID?
  /// The descriptor, if it is one.
  public let descriptor: BluetoothUUID?
  /// The source of the name.
  public let origin: Origin

  /// The source of an attribute's name.
  public enum Origin: String, Hashable, Sendable {
    /// The capture contains its discovery.
    case discovered
    /// The user named it.
    case given
    /// A guess from the values.
    case guessed
  }
}

extension ATTOperation {
  /// A copy that does not retain the chunk of the file.
  var copied: ATTOperation {
    var copy = self
    copy.bytes = [UInt8](bytes)[...]
    return copy
  }
}
