public import HaloHealth
public import HaloReports

/// The latest readings of one sensor, with the measured sampling rate.
public struct RawTrace: Sendable, Hashable, Identifiable {
  /// A reading.
  public struct Point: Sendable, Hashable, Identifiable {
    /// The index, from 0.
    public let id: Int
    /// Seconds since the first reading of any sensor.
    public let seconds: Double
    /// The reading: one number, or X, Y and Z.
    public let values: [Double]
  }

  /// The sensor.
  public let sensor: RawSensor
  /// The readings of the last ``window`` seconds, in order.
  public private(set) var points: [Point] = []
  /// The total number of readings.
  public private(set) var count = 0
  private var first: Double?
  private var last: Double?

  /// The sensor.
  public var id: RawSensor { sensor }

  /// The length of the history, in seconds.
  public static let window = 20.0

  init(_ sensor: RawSensor) { self.sensor = sensor }

  /// The measured sampling rate in Hz; `nil` before the second reading.
  public var hertz: Double? {
    guard let first, let last, last > first else { return nil }
    return Double(count - 1) / (last - first)
  }

  /// The sampling rate as text.
  public var rateText: Phrase {
    hertz.map { Phrase("\($0, digits: 1) readings per second") } ?? Phrase("waiting for readings")
  }

  /// The VoiceOver text of the chart.
  public var voiceOverText: Phrase {
    guard let latest = points.last else { return Phrase("\(sensor.title): waiting for readings") }
    let values = latest.values.map { Phrase("\($0, digits: sensor == .accelerometer ? 2 : 0)") }
    return Phrase("\(sensor.title): \(Phrase.list(values) ?? Phrase(verbatim: "")) \(sensor.unitTitle), \(rateText)")
  }

  mutating func add(_ values: [Double], at seconds: Double) {
    first = first ?? seconds
    last = max(last ?? seconds, seconds)
    points.append(Point(id: count, seconds: seconds, values: values))
    count += 1
    let oldest = seconds - Self.window
    if let keep = points.firstIndex(where: { $0.seconds >= oldest }), keep > 0 { points.removeFirst(keep) }
  }
}
