public import HaloBluetooth

/// One packet between a host (phone, computer) and its Bluetooth controller, as a log keeps it.
public struct CaptureRecord: Sendable {
  /// What kind of packet it is (Core Specification, volume 4, part A, 2).
  public enum Kind: UInt8, Sendable {
    /// HCI command, to the controller.
    case command = 1
    /// Asynchronous data: everything that wearables say.
    case acl = 2
    /// Synchronous data (voice).
    case synchronous = 3
    /// HCI event, from the controller.
    case event = 4
    /// Isochronous data (LE audio).
    case isochronous = 5
  }

  /// When; `nil` where the file does not say.
  public let time: CaptureTime?
  /// What it is.
  public let kind: Kind
  /// Which way it went, as the host sees it; `nil` where the file does not say.
  public let direction: RecordedFrame.Direction?
  /// Which controller, where a computer has several.
  public let controller: UInt16
  /// The packet as far as it was logged, without the byte that tells its kind.
  public let bytes: ArraySlice<UInt8>
  /// How many of the packet's bytes the log left out.
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
  /// The way that packets of this kind always go.
  var direction: RecordedFrame.Direction? {
    switch self {
    case .command: .sent
    case .event: .received
    case .acl, .synchronous, .isochronous: nil
    }
  }
}
