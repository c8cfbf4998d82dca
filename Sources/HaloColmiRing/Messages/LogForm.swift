extension ColmiRing {
  /// The properties of a log that a sync and the decoder of recorded sessions need.
  struct LogForm: Sendable {
    /// The log.
    let id: LogID
    /// The metrics of its samples.
    var metrics: [Metric] = []
    /// The kind of sleep in it.
    var sleep: Night.Kind?
    /// The id of its big data; `nil` if the ring sends it per day in packets.
    var bigDataID: UInt8?
    /// True if each frame of big data contains one day.
    var hasDailyBigData = false
    /// True if only today is requested, although the ring sends the log per day.
    var isTodayOnly = false
    /// The capabilities that the firmware must have.
    var capability: Capabilities = []
    /// The log that the ring sends after this one, in answer to the request for that log.
    var precedes: LogID?
    /// Builds the request of a sync; `nil` if the log is never requested.
    var request: (@Sendable (LogRequest) -> Request)?
  }

  /// The parameters of a log request.
  struct LogRequest {
    /// The requested day.
    let date: CalendarDate
    /// The day of the request.
    let today: CalendarDate
    /// True if sleep is requested in the form of older firmware.
    let usesOlderSleepRequest: Bool

    /// The number of days between the requested day and today.
    var daysAgo: UInt8 { UInt8(clamping: today.daysSince1970 - date.daysSince1970) }
  }
}
