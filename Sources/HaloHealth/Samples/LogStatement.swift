/// What one message of a device tells, and which days it tells all about.
///
/// A device's log is told again and again, a little more complete each time. Of each covered day a later statement about the same
/// log holds, with what it contains and what it does not contain any more.
public struct LogStatement: Hashable, Sendable {
  /// The log of nights, whatever device it is of.
  public static let nightLog = "sleep"
  /// The log of steps, whatever device it is of.
  public static let activityLog = "activity"
  /// A device's own totals of a day, whatever device they are of.
  public static let totalsLog = "totals"
  /// The log of heart rates, whatever device it is of.
  public static let heartRateLog = "heart rate"

  /// Which clock the times are by.
  public enum Clock: Hashable, Sendable {
    /// The device's own, as it was set when the day was recorded.
    case device
    /// This machine's, that far ahead of UTC: the values came as they were measured.
    case host(secondsFromGMT: Int)
    /// This machine's, with the moment of each sample in turn: several values came at once.
    case moments([Moment])
  }

  /// Which log of the device, in words: `heart rate`.
  public let log: String
  /// What it tells.
  public let readings: Readings
  /// The days, on the device's calendar, that it tells all about.
  public let days: [CalendarDate]
  /// What it tells all about on those days: metrics, where it is about samples.
  public let metrics: [Metric]
  /// Night or nap, where it is about sleep.
  public let sleep: Night.Kind?
  /// Which clock the times are by.
  public let clock: Clock
  /// The frames it came from: their places in the recording they were read from, in order.
  public let frames: [Int]
  /// The decoder that read them.
  public let decoder: String

  /// A statement.
  public init(
    log: String, readings: Readings, days: [CalendarDate] = [], metrics: [Metric] = [], sleep: Night.Kind? = nil,
    clock: Clock = .device, frames: [Int], decoder: String
  ) {
    self.log = log
    self.readings = readings
    self.days = days
    self.metrics = metrics
    self.sleep = sleep
    self.clock = clock
    self.frames = frames
    self.decoder = decoder
  }
}
