/// A moment of a capture, in microseconds since 1970 by the clock of the phone or computer that took it, as far as the file says in UTC.
public struct CaptureTime: Hashable, Sendable, Comparable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public let microseconds: Int64

  /// A moment.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static func < (left: CaptureTime, right: CaptureTime) -> Bool { left.microseconds < right.microseconds }

  /// Microseconds since `earlier`; a clock that jumped far does not trap.
  public func microseconds(since earlier: CaptureTime) -> Int64 { microseconds &- earlier.microseconds }
}
