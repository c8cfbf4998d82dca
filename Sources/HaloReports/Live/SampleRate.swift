/// The measured rate of a sensor's readings.
public struct SampleRate: Sendable, Hashable {
  /// The number of readings.
  public private(set) var count = 0
  private var first: Double?
  private var last: Double?

  /// Creates the rate of a sensor that has sent nothing yet.
  public init() {}

  /// Readings per second; `nil` before the second reading.
  public var hertz: Double? {
    guard let first, let last, last > first else { return nil }
    return Double(count - 1) / (last - first)
  }

  /// Counts a reading that was taken at a time in seconds.
  public mutating func count(at seconds: Double) {
    count += 1
    first = first ?? seconds
    last = max(last ?? seconds, seconds)
  }
}
