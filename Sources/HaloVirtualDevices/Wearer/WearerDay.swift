public import HaloHealth

/// What a made-up person did on one day: the truth that a virtual ring measures. All times are on the wall clock at home.
public struct WearerDay: Sendable {
  /// Movement within an hour.
  public struct Hour: Sendable, Hashable {
    /// Hour of the day, 0…23.
    public let hour: Int
    /// Steps.
    public let steps: Int
    /// Energy in small calories, a multiple of ten.
    public let calories: Int
    /// Distance in metres.
    public let meters: Int
  }

  /// A night or a nap.
  public struct Sleep: Sendable, Hashable {
    /// Falling asleep, in minutes after the day's midnight; negative where it was the evening before.
    public let start: Int
    /// The stages from then on.
    public let stages: [Night.Stretch]
    /// Waking up, in minutes after the day's midnight.
    public var end: Int { start + stages.reduce(0) { $0 + $1.minutes } }
  }

  /// The day.
  public let date: CalendarDate
  /// The night that ended on it.
  public let night: Sleep
  /// A nap, on some days.
  public let nap: Sleep?
  /// The hours with steps.
  public let hours: [Hour]
  /// Heart rate in beats per minute in every five minutes.
  public let heartRate: [UInt8]
  /// Lowest and highest oxygen saturation of every hour, in per cent.
  public let oxygen: [(low: UInt8, high: UInt8)]
  /// Stress score of every half hour, 0 while asleep.
  public let stress: [UInt8]
  /// Heart-rate variability in milliseconds of every half hour, 0 for the odd ones, as rings measure it.
  public let variability: [UInt8]
  /// Skin temperature in tenths of a degree above 20 °C of every half hour.
  public let temperature: [UInt8]
  /// A heart rate measured by hand, on some days.
  public let byHand: (minute: Int, bpm: UInt8)?
}
