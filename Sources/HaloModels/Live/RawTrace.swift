public import HaloHealth
public import HaloReports

/// The latest readings of one sensor, as they came, with the rate at which they truly come.
public struct RawTrace: Sendable, Hashable, Identifiable {
  /// A reading.
  public struct Point: Sendable, Hashable, Identifiable {
    /// Its number, from 0.
    public let id: Int
    /// Seconds since the first reading of any sensor.
    public let seconds: Double
    /// The reading: one number, or X, Y and Z.
    public let values: [Double]
  }

  /// Which sensor.
  public let sensor: RawSensor
  /// The readings of the last ``window`` seconds, in order.
  public private(set) var points: [Point] = []
  /// How many readings there were in all.
  public private(set) var count = 0
  private var first: Double?
  private var last: Double?

  public var id: RawSensor { sensor }

  /// How many seconds are kept.
  public static let window = 20.0

  init(_ sensor: RawSensor) { self.sensor = sensor }

  /// Readings a second, as they truly came; `nil` before there are two.
  public var hertz: Double? {
    guard let first, let last, last > first else { return nil }
    return Double(count - 1) / (last - first)
  }

  /// The rate in words.
  public var rateWords: Phrase {
    hertz.map { Phrase("\($0, digits: 1) readings a second") } ?? Phrase("waiting for readings")
  }

  /// What VoiceOver says of the chart.
  public var spoken: Phrase {
    guard let latest = points.last else { return Phrase("\(sensor.title): waiting for readings") }
    let values = latest.values.map { Phrase("\($0, digits: sensor == .accelerometer ? 2 : 0)") }
    return Phrase("\(sensor.title): \(Phrase.list(values) ?? Phrase(verbatim: "")) \(sensor.unitTitle), \(rateWords)")
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
