import HaloHealth
import HaloWearables

extension ColmiRing {
  /// What a ring sends. The file of each message in `Messages/` answers these questions, if the default is not the answer.
  protocol RingMessage: MessageFields, Hashable {
    /// The log that the message is a part or the whole of, if a sync asks for it.
    var log: Log? { get }

    /// The days that the message names by date, of which the newest is today at the earliest.
    var namedDates: [CalendarDate] { get }

    /// Today, if the message gives both a date and how many days ago it was.
    var today: CalendarDate? { get }

    /// Whether the message answers a request with its first byte, and not an earlier one. Only requests that several messages can follow
    /// ask this. `date` is the day that the request asks for, if the answer names it.
    func isAnswer(to request: Request, of date: CalendarDate?) -> Bool

    /// The days that the message has everything of. A log of several days covers those from its oldest on: a ring does not deny what it
    /// keeps no longer.
    func coveredDays(today: CalendarDate) -> [CalendarDate]

    /// The readings in the message, of the wearer's past.
    ///
    /// Live readings carry no time and give nothing here; neither do pushes, which only announce what a log will hold.
    func readings(_ context: ReadingContext) -> Readings

    /// The values that were measured as the message came; `nil` if it is no message of that kind.
    var liveValues: [(metric: Metric, value: Int)]? { get }
  }

  /// What a message's values need to become samples.
  struct ReadingContext {
    /// The day on the ring's clock when it was asked. Rings count days back from it.
    let today: CalendarDate
    /// The frames that the values came in.
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
  func isAnswer(to request: ColmiRing.Request, of date: CalendarDate?) -> Bool { false }
  func coveredDays(today: CalendarDate) -> [CalendarDate] { [] }
  func readings(_ context: ColmiRing.ReadingContext) -> Readings { Readings() }
  var liveValues: [(metric: Metric, value: Int)]? { nil }
}

extension CalendarDate {
  /// This day and all before it, back to the highest count of days ago; none if there is no count.
  func days(back daysAgo: [Int]) -> [CalendarDate] {
    guard let oldest = daysAgo.max() else { return [] }
    return (0...max(oldest, 0)).map { adding(days: -$0) }
  }
}
