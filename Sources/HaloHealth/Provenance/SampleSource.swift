/// How a device obtained a value.
public enum SampleSource: String, Sendable, Codable, CaseIterable {
  /// From the device's own log of automatic measurements.
  case log
  /// Streamed during a live measurement.
  case live
  /// Measured on the device at the wearer's request.
  case manual
  /// Sent by the device without a request.
  case push
  /// Computed from other samples.
  case algorithm

  /// True if the value belongs to the moment of its measurement, instead of being logged for an interval.
  public var isMomentary: Bool {
    switch self {
    case .live, .manual, .push: true
    case .log, .algorithm: false
    }
  }
}
