extension ColmiRing {
  /// A message from a ring. Each message defines its properties in its own file in `Messages/`, unless the default
  /// applies.
  protocol RingMessage: MessageFields, Hashable {
    /// The log that the message belongs to, if a sync requests it.
    var log: Log? { get }

    /// The dates in the message. The newest of them is not after today.
    var namedDates: [CalendarDate] { get }

    /// Today's date, if the message gives both a date and how many days ago it was.
    var today: CalendarDate? { get }

    /// The days of which the message contains all data. A log of several days covers those from its oldest day on,
    /// because a ring does not report days that it no longer stores.
    func coveredDays(today: CalendarDate) -> [CalendarDate]

    /// The wearer's readings in the message.
    ///
    /// Live readings have no time and are not included. Pushes are not either, because they only announce new values of
    /// a log.
    func readings(_ context: ReadingContext) -> Readings

    /// The values that were measured when the message arrived; `nil` for messages of other kinds.
    var liveValues: [(metric: Metric, value: Int)]? { get }
  }

  /// The context that turns a message's values into samples.
  struct ReadingContext {
    /// The date of the ring's clock at the request. Rings count days back from it.
    let today: CalendarDate
    /// The frames of the values.
    let provenance: Provenance

    init(today: CalendarDate, frames: [Int]) {
      self.today = today
      provenance = Provenance(frames: frames, decoder: ColmiRing.decoderName)
    }

    func date(daysAgo: Int) -> CalendarDate { today.adding(days: -daysAgo) }

    func sample(
      _ metric: Metric, _ value: Double, _ date: CalendarDate, _ time: TimeOfDay, minutes: Int = 0,
      source: SampleSource = .log
    ) -> Sample {
      Sample(
        metric, value, start: WallClock(date: date, minuteOfDay: time.minutes), minutes: minutes, source: source,
        provenance: provenance)
    }
  }
}

extension ColmiRing.RingMessage {
  var log: ColmiRing.Log? { nil }
  var namedDates: [CalendarDate] { [] }
  var today: CalendarDate? { nil }
  func coveredDays(today: CalendarDate) -> [CalendarDate] { [] }
  func readings(_ context: ColmiRing.ReadingContext) -> Readings { Readings() }
  var liveValues: [(metric: Metric, value: Int)]? { nil }

  /// The message's entry in its log; `nil` if it is not of a log.
  func entry(today: CalendarDate, frames: [Int]) -> LogEntry? {
    (log?.form).map { log in
      LogEntry(
        log: log.id, readings: readings(ColmiRing.ReadingContext(today: today, frames: frames)),
        days: coveredDays(today: today), metrics: log.metrics, sleep: log.sleep, frames: frames,
        decoder: ColmiRing.decoderName)
    }
  }
}

extension CalendarDate {
  /// Returns this day and the days before it, back to the largest number of days ago; empty for an empty list.
  func days(back daysAgo: [Int]) -> [CalendarDate] {
    guard let oldest = daysAgo.max() else { return [] }
    return (0...max(oldest, 0)).map { adding(days: -$0) }
  }
}
