public import HaloBluetooth

/// One packet of the attribute protocol, as it went between a host and a device.
public struct ATTOperation: Sendable {
  /// When; `nil` where the file does not say.
  public let time: CaptureTime?
  /// Which way it went, as the host sees it.
  public let direction: RecordedFrame.Direction
  /// The link, counted from 1 in the order in which the capture shows them.
  public let link: Int
  /// With which device; `nil` where the capture does not say, as after a log that rolled over.
  public let device: DeviceAddress?
  /// What it does.
  public let opcode: ATTOpcode
  /// The attribute that it is about: as the packet says, or as the request said that it answers. `nil` where it is about none or
  /// several.
  public let handle: UInt16?
  /// The whole packet, the opcode first.
  public let bytes: ArraySlice<UInt8>
  /// What is known of the attribute.
  public let attribute: Attribute?
  /// The request that the packet answers, where it is in the capture.
  let request: ArraySlice<UInt8>?
  /// Whether the attribute is one of the host's own, which the device reads or writes.
  public let isOfHost: Bool

  /// The attribute's value; `nil` where the packet carries none, or several.
  public var value: ArraySlice<UInt8>? {
    guard let offset = opcode.valueOffset, offset <= bytes.count else { return nil }
    let value = bytes.dropFirst(offset)
    // Twelve bytes of signature follow (Core Specification, volume 3, part F, 3.4.5.4).
    return opcode == .signedWriteCommand ? value.dropLast(12) : value
  }

  /// The value, where it is a characteristic's own and whole: written, read in one piece, notified or indicated.
  public var frame: ArraySlice<UInt8>? {
    switch opcode {
    // What notifies is a characteristic, whatever some devices say at discovery.
    case .notification, .indication: value
    case .writeRequest, .writeCommand, .signedWriteCommand, .readResponse:
      attribute?.descriptor == nil ? value : nil
    default: nil
    }
  }
}

/// What is known of an attribute.
public struct Attribute: Hashable, Sendable {
  /// The service that it is in.
  public let service: BluetoothUUID?
  /// The characteristic that it is, or is a part of.
  public let characteristic: BluetoothUUID?
  /// The descriptor that it is.
  public let descriptor: BluetoothUUID?
  /// How its name is known.
  public let origin: Origin

  /// How an attribute's name is known.
  public enum Origin: String, Hashable, Sendable {
    /// The capture shows its discovery.
    case discovered
    /// The user said so.
    case given
    /// What goes through it looks like that: a guess.
    case guessed
  }
}
