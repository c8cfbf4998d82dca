/// A time in a capture, in microseconds since 1970 by the clock of the recording phone or computer, in UTC if the
/// file's times are.
public struct CaptureTime: Hashable, Sendable, Comparable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public let microseconds: Int64

  /// Creates a time.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The order by time.
  public static func < (left: CaptureTime, right: CaptureTime) -> Bool { left.microseconds < right.microseconds }

  /// Returns the microseconds since `earlier`; wraps instead of trapping on overflow.
  public func microseconds(since earlier: CaptureTime) -> Int64 { microseconds &- earlier.microseconds }
}
