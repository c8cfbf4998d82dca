/// The latest readings of one sensor, with the measured sampling rate.
public struct RawTrace: Sendable, Hashable, Identifiable {
  public let sensor: RawSensor
  /// The readings of the last ``window`` seconds of each channel, in order: one channel, or X, Y and Z.
  public private(set) var channels: [[LivePoint]] = []
  private var rate = SampleRate()

  /// The sensor.
  public var id: RawSensor { sensor }

  /// The length of the history, in seconds.
  public static let window = 20.0

  init(_ sensor: RawSensor) { self.sensor = sensor }

  /// The total number of readings.
  public var count: Int { rate.count }
  /// The measured sampling rate in Hz; `nil` before the second reading.
  public var hertz: Double? { rate.hertz }

  /// The sampling rate as text.
  public var rateText: Phrase {
    hertz.map { Phrase("\($0, digits: 1) readings per second") } ?? Phrase("waiting for readings")
  }

  /// The VoiceOver text of the chart.
  public var voiceOverText: Phrase {
    let latest = channels.compactMap(\.last)
    guard !latest.isEmpty else { return Phrase("\(sensor.title): waiting for readings") }
    let values = latest.map { Phrase("\($0.value, digits: sensor == .accelerometer ? 2 : 0)") }
    return Phrase("\(sensor.title): \(Phrase.list(values) ?? Phrase(verbatim: "")) \(sensor.unitTitle), \(rateText)")
  }

  mutating func add(_ values: [Double], at seconds: Double) {
    rate.count(at: seconds)
    if channels.isEmpty { channels = values.map { _ in [] } }
    for (index, value) in zip(channels.indices, values) {
      channels[index].append(LivePoint(seconds: seconds, value: value), keeping: Self.window)
    }
  }
}
