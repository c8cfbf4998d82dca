/// A logged packet between a host (phone, computer) and its Bluetooth controller.
public struct CaptureRecord: Sendable {
  /// The packet type (Core Specification, volume 4, part A, 2).
  public enum Kind: UInt8, Sendable {
    /// An HCI command, to the controller.
    case command = 1
    /// Asynchronous data: all traffic of wearables.
    case acl = 2
    /// Synchronous data (voice).
    case synchronous = 3
    /// An HCI event, from the controller.
    case event = 4
    /// Isochronous data (LE audio).
    case isochronous = 5
  }

  /// The time; `nil` if the file contains no times.
  public let time: CaptureTime?
  /// The packet type.
  public let kind: Kind
  /// The direction, from the host's point of view; `nil` if the file does not contain it.
  public let direction: RecordedFrame.Direction?
  /// The controller's number, for computers with several.
  public let controller: UInt16
  /// The packet as logged, without the type byte.
  public let bytes: ArraySlice<UInt8>
  /// The number of bytes of the packet that the log omitted.
  public let missingCount: Int

  init(
    time: CaptureTime?, kind: Kind, direction: RecordedFrame.Direction?, controller: UInt16 = 0,
    bytes: ArraySlice<UInt8>, missingCount: Int = 0
  ) {
    self.time = time
    self.kind = kind
    self.direction = kind.direction ?? direction
    self.controller = controller
    self.bytes = bytes
    self.missingCount = missingCount
  }
}

extension CaptureRecord.Kind {
  /// The direction of this packet type, if it has only one.
  var direction: RecordedFrame.Direction? {
    switch self {
    case .command: .sent
    case .event: .received
    case .acl, .synchronous, .isochronous: nil
    }
  }
}
