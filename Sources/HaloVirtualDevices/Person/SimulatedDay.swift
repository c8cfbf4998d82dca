/// The data of a simulated person for one day, which virtual devices measure. All times are local.
public struct SimulatedDay: Sendable {
  /// The movement within an hour.
  public struct Hour: Sendable, Hashable {
    /// The hour of the day, 0…23.
    public let hour: Int
    /// The number of steps.
    public let steps: Int
    /// The energy in small calories, a multiple of ten.
    public let calories: Int
    /// The distance in meters.
    public let meters: Int
  }

  /// A night or a nap.
  public struct Sleep: Sendable, Hashable {
    /// The start in minutes after the day's midnight; negative if it was on the evening before.
    public let start: Int
    /// The stages from the start.
    public let stages: [Night.Stretch]
    /// The end in minutes after the day's midnight.
    public var end: Int { start + stages.reduce(0) { $0 + $1.minutes } }
  }

  public let date: CalendarDate
  /// The night that ended on this date.
  public let night: Sleep
  /// A nap, on some days.
  public let nap: Sleep?
  /// The hours with steps.
  public let hours: [Hour]
  /// The heart rate in beats per minute, every five minutes.
  public let heartRate: [UInt8]
  /// The lowest and highest SpO₂ of each hour, in percent.
  public let oxygen: [(low: UInt8, high: UInt8)]
  /// The stress score of each half hour; 0 while asleep.
  public let stress: [UInt8]
  /// The HRV of each half hour in milliseconds; 0 for the odd ones, as rings measure it.
  public let variability: [UInt8]
  /// The skin temperature of each half hour, in tenths of a degree above 20 °C.
  public let temperature: [UInt8]
  /// A heart rate that the user measured manually, on some days.
  public let manualReading: (minute: Int, bpm: UInt8)?
}
