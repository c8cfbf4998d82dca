import HaloHealth
import HaloWearables

extension ColmiRing {
  /// What a sync and the reader of recorded sessions need to know of a log.
  struct LogForm: Sendable {
    /// The log in words.
    let words: String
    /// What it holds samples of.
    var metrics: [Metric] = []
    /// What kind of sleep it holds.
    var sleep: Night.Kind?
    /// The id of the big data that it comes in; `nil` if a ring gives it day by day, in packets.
    var bigDataID: UInt8?
    /// Whether a ring gives one day of it in a frame of big data.
    var hasDailyBigData = false
    /// Whether only today's is asked for, of a log that a ring gives day by day.
    var isOfTodayAlone = false
    /// What the firmware must be capable of to have it.
    var capability: Capabilities = []
    /// The log that a ring sends behind it when it is asked for that one.
    var comesBefore: String?
    /// How a sync asks for it; `nil` if it comes without being asked for.
    var request: (@Sendable (LogQuestion) -> Request)?
  }

  /// What a sync asks a log for.
  struct LogQuestion {
    /// The day that is wanted of a log that comes day by day.
    let date: CalendarDate
    /// The day on which it is asked for.
    let today: CalendarDate
    /// Whether sleep is asked for in the form of older firmware.
    let usesOlderSleepRequest: Bool

    /// How many days ago the wanted day was.
    var daysAgo: UInt8 { UInt8(clamping: today.daysSince1970 - date.daysSince1970) }
  }
}
