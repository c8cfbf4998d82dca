public import HaloFoundation

/// One value that was sent or received over a link.
public struct RecordedFrame: Hashable, Sendable {
  /// The direction of a frame.
  public enum Direction: String, Sendable, CaseIterable {
    /// From the device.
    case received
    /// To the device.
    case sent
  }

  public let device: DeviceID
  public let direction: Direction
  public let characteristic: BluetoothUUID
  /// The value's bytes.
  public let bytes: [UInt8]
  /// The time, by this machine's clock.
  public let time: Date
  /// The local time zone, if its name is known.
  public let zone: String
  /// The local offset from GMT, in seconds.
  public let secondsFromGMT: Int

  /// A frame.
  public init(
    device: DeviceID, direction: Direction, characteristic: BluetoothUUID, bytes: [UInt8], time: Date, zone: String,
    secondsFromGMT: Int
  ) {
    self.device = device
    self.direction = direction
    self.characteristic = characteristic
    self.bytes = bytes
    self.time = time
    self.zone = zone
    self.secondsFromGMT = secondsFromGMT
  }
}

/// Stores every frame before Halo acts on it. If its disk is slow, a recorder may return before it has stored a limited
/// number of frames.
public protocol FrameRecorder: Sendable {
  /// Stores a frame and returns its number. If it throws, the frame is not delivered or sent, except for a machine's
  /// stop and pause commands.
  func record(_ frame: RecordedFrame) async throws -> Int
}

/// A recorder that keeps frames in memory.
public actor FrameList: FrameRecorder {
  /// The frames in order. A frame's number is its index.
  public private(set) var frames: [RecordedFrame] = []

  /// An empty list.
  public init() {}

  /// Appends a frame and returns its index.
  public func record(_ frame: RecordedFrame) -> Int {
    frames.append(frame)
    return frames.count - 1
  }
}
