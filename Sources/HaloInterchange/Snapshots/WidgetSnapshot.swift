public import HaloFoundation

/// A widget's snapshot: a few values of a day, written after every sync.
///
/// It contains the measured values and their times, and no value older than its stated time: a widget cannot read the
/// journal.
public struct WidgetSnapshot: Sendable, Hashable, Codable {
  /// The times of a sleep.
  public struct Sleep: Sendable, Hashable, Codable {
    public let minutesAsleep: Int
    /// The start of the sleep, in minutes after local midnight.
    public let start: Int
    /// The end of the sleep, in minutes after local midnight.
    public let end: Int

    /// The full hours asleep.
    public var hours: Int { minutesAsleep / 60 }
    /// The minutes beyond the full hours.
    public var minutes: Int { minutesAsleep % 60 }

    init(_ night: Night) {
      minutesAsleep = night.minutesAsleep
      start = night.start.time.minutes
      end = night.end.time.minutes
    }
  }

  /// The snapshot's day.
  public let date: CalendarDate
  /// The time of the device's last sync, in seconds since 1970; `nil` if it was never synced.
  public let synced: Int?
  /// The last sync in minutes after midnight; `nil` if it was not on the snapshot's day.
  public let syncedMinute: Int?
  /// The night that ended on the day; the longest if there are several.
  public let sleep: Sleep?
  /// The steps of the day so far.
  public let steps: Int?
  /// The newest heart rate of the day, in beats per minute, and the time of its measurement.
  public let heartRate: Reading?
  /// The device's battery level, 0…100 %.
  public let battery: Int?

  /// The time of day of the last sync, up to which ``steps`` are counted; `nil` if it was not on the snapshot's day.
  public var syncedTime: TimeOfDay? { syncedMinute.map { TimeOfDay(minutes: $0) } }

  /// Decodes a stored snapshot; `nil` if it is of another day, so that yesterday's values are not shown as today's.
  public static func read(_ data: Data, on day: CalendarDate) -> WidgetSnapshot? {
    let widgetSnapshot = try? JSONDecoder().decode(WidgetSnapshot.self, from: data)
    return widgetSnapshot?.date == day ? widgetSnapshot : nil
  }

  /// A value and its time of day.
  public struct Reading: Sendable, Hashable, Codable {
    public let value: Int
    /// The time in minutes after midnight.
    public let minute: Int

    /// The time of day.
    public var time: TimeOfDay { TimeOfDay(minutes: minute) }

    /// Creates a value at a time of day.
    public init(value: Int, minute: Int) {
      self.value = value
      self.minute = minute
    }
  }

  /// Creates a snapshot of a day with the sleeps that ended on it and its heart rates in order of time. The heart rate
  /// is the newest one that a device measured; computed values are excluded.
  public init(
    of date: CalendarDate, sleeps: [Night], steps: Int?, heartRates: [(time: TimeOfDay, value: Double, SampleSource)],
    synced: Moment?, battery: Int?
  ) {
    self.date = date
    self.synced = synced.map { $0.milliseconds / 1000 }
    syncedMinute = synced.flatMap { $0.wallClock.date == date ? $0.wallClock.time.minutes : nil }
    sleep = sleeps.filter { $0.kind == .night && !$0.isDoubtful }.max { $0.minutesAsleep < $1.minutesAsleep }
      .map(Sleep.init)
    self.steps = steps
    heartRate = heartRates.last { $0.2 != .algorithm && $0.value > 0 }.map {
      Reading(value: Int($0.value.rounded()), minute: $0.time.minutes)
    }
    self.battery = battery
  }
}
