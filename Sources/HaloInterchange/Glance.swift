public import HaloHealth

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a widget shows: a few values of a day, small enough to be read at a glance and written after every sync.
///
/// It holds what was measured and when, and nothing that is older than it says: a widget cannot ask the journal.
public struct Glance: Sendable, Hashable, Codable {
  /// A sleep in three numbers.
  public struct Sleep: Sendable, Hashable, Codable {
    /// Minutes asleep.
    public let minutesAsleep: Int
    /// Falling asleep: minutes after midnight on the wall clock.
    public let start: Int
    /// Waking up: minutes after midnight on the wall clock.
    public let end: Int

    /// The full hours asleep.
    public var hours: Int { minutesAsleep / 60 }
    /// The minutes beside the full hours.
    public var minutes: Int { minutesAsleep % 60 }

    init(_ night: Night) {
      minutesAsleep = night.minutesAsleep
      start = night.start.time.minutes
      end = night.end.time.minutes
    }
  }

  /// The day.
  public let date: CalendarDate
  /// When the device was synced last, in seconds since 1970; `nil` where it never was.
  public let synced: Int?
  /// The night that ended on the day: the longest where there were several.
  public let sleep: Sleep?
  /// Steps of the day until then.
  public let steps: Int?
  /// The newest heart rate of the day, in beats per minute, and when it was measured.
  public let heartRate: Reading?
  /// The device's charge, 0…100 %.
  public let battery: Int?

  /// The glance that was left as JSON, where it is of that day: what is of yesterday is not shown as today's.
  public static func read(_ data: Data, on day: CalendarDate) -> Glance? {
    let glance = try? JSONDecoder().decode(Glance.self, from: data)
    return glance?.date == day ? glance : nil
  }

  /// A value and the time of day that it is of.
  public struct Reading: Sendable, Hashable, Codable {
    /// The value.
    public let value: Int
    /// Minutes after midnight.
    public let minute: Int

    /// The time of day.
    public var time: TimeOfDay { TimeOfDay(minutes: minute) }

    /// A value at a time of day.
    public init(value: Int, minute: Int) {
      self.value = value
      self.minute = minute
    }
  }

  /// A glance at a day. The heart rate is the newest that a device measured; what was computed is none.
  public init(_ day: DaySummary, synced: Int?, battery: Int?) {
    date = day.date
    self.synced = synced
    sleep = day.nights.filter { !$0.isDoubtful }.max { $0.minutesAsleep < $1.minutesAsleep }.map(Sleep.init)
    steps = day.movement?.steps
    heartRate = day.samples[.heartRate]?.last { $0.source != .algorithm && $0.value > 0 }.map {
      Reading(value: Int($0.value.rounded()), minute: $0.start.time.minutes)
    }
    self.battery = battery
  }
}
