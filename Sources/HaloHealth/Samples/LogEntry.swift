/// The content of one message of a device, with the days that it covers completely.
///
/// A device reports its log repeatedly, a little more complete each time. For each covered day, a later entry about the
/// same log replaces the earlier ones, including values that it no longer contains.
public struct LogEntry: Hashable, Sendable {
  /// The clock that the times are by.
  public enum Clock: Hashable, Sendable {
    /// The device's clock, as it was set when the data was recorded.
    case device
    /// This machine's clock, at an offset from UTC in seconds: the values arrived as they were measured.
    case host(secondsFromGMT: Int)
    /// This machine's clock, with the moment of each sample in order: several values arrived at once.
    case moments([Moment])
  }

  /// The device's log.
  public let log: LogID
  /// The readings in the message.
  public let readings: Readings
  /// The days, on the device's calendar, that the entry covers completely.
  public let days: [CalendarDate]
  /// The metrics that it covers completely on those days, if it is about samples.
  public let metrics: [Metric]
  /// Night or nap, if it is about sleep.
  public let sleep: Night.Kind?
  /// The clock that the times are by.
  public let clock: Clock
  /// The frames it came from: their positions in the recording, in order.
  public let frames: [Int]
  /// The decoder that read them.
  public let decoder: String

  /// An entry of a device's log.
  public init(
    log: LogID, readings: Readings, days: [CalendarDate] = [], metrics: [Metric] = [], sleep: Night.Kind? = nil,
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
