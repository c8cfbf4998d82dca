/// How a device came by a value.
public enum SampleSource: String, Sendable, Codable, CaseIterable {
  /// From the device's own log of automatic measurements.
  case log
  /// Streamed while a person or program was watching.
  case live
  /// Measured on the device at the wearer's wish.
  case manual
  /// Sent by the device without being asked.
  case push
  /// Computed from other samples.
  case algorithm

  /// Whether a value is of the moment at which it was measured, and not logged for an interval.
  public var isOfMoment: Bool {
    switch self {
    case .live, .manual, .push: true
    case .log, .algorithm: false
    }
  }
}
