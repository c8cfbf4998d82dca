#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value that went over a link.
public struct RecordedFrame: Hashable, Sendable {
  /// Which way it went.
  public enum Direction: String, Sendable {
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
  /// The time zone in force here.
  public let zone: TimeZone
}

/// Takes down every frame before anyone acts on it.
public protocol FrameRecorder: Sendable {
  /// Takes down a frame and numbers it. What it throws keeps the frame from being delivered or sent.
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

/// What time it is here, handed in so that it can be made up.
public struct WallTime: Sendable {
  private let read: @Sendable () -> Date
  /// The time zone in force.
  public let zone: TimeZone

  /// A clock on the wall: `now` is asked whenever the time is needed.
  public init(zone: TimeZone, now: @escaping @Sendable () -> Date) {
    self.zone = zone
    read = now
  }

  /// This machine's clock and zone.
  public static var system: WallTime { WallTime(zone: .current, now: { Date() }) }

  /// The time now.
  public var now: Date { read() }
}
