/// A value in a chart of a live measurement.
public struct LivePoint: Sendable, Hashable {
  /// Seconds since the start of the measurement.
  public let seconds: Double
  /// The value in the unit of the quantity or sensor.
  public let value: Double
}

extension [LivePoint] {
  /// Adds a point, and removes those that are more than `window` seconds older.
  mutating func append(_ point: LivePoint, keeping window: Double) {
    append(point)
    if let keep = firstIndex(where: { $0.seconds >= point.seconds - window }) { removeFirst(keep) }
  }
}
