#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value that went over a link.
public struct RecordedFrame: Hashable, Sendable {
  /// Which way it went.
  public enum Direction: String, Sendable, CaseIterable {
    /// From the device.
    case received
    /// To the device.
    case sent
  }

  /// With which device.
  public let device: DeviceID
  /// Which way it went.
  public let direction: Direction
  /// The characteristic that it went through.
  public let characteristic: BluetoothUUID
  /// Its bytes.
  public let bytes: [UInt8]
  /// When, by this machine's clock.
  public let time: Date
  /// The time zone in force here, as far as it has a name.
  public let zone: String
  /// Seconds that the clock on the wall was ahead of GMT.
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

/// Stores every frame before Halo acts on it. If its disk is slow, a recorder may return before it has stored a limited number of frames.
public protocol FrameRecorder: Sendable {
  /// Takes down a frame and numbers it. What it throws keeps the frame from being delivered or sent, a machine's stop and pause excepted.
  func record(_ frame: RecordedFrame) async throws -> Int
}

/// A recorder in memory.
public actor FrameList: FrameRecorder {
  /// The frames in order; a frame's number is its place.
  public private(set) var frames: [RecordedFrame] = []

  /// An empty list.
  public init() {}

  public func record(_ frame: RecordedFrame) -> Int {
    frames.append(frame)
    return frames.count - 1
  }
}
