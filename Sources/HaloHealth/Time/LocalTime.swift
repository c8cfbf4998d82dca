/// A time as a clock on the wall showed it, with that clock's offset from UTC if it is known.
///
/// Printed and encoded as ISO 8601: `2026-11-20T23:10:00+08:00`, without the offset if it is not known.
public struct LocalTime: Hashable, Sendable {
  /// What the clock showed.
  public let wallClock: WallClock
  /// Seconds that the clock was ahead of UTC; `nil` if that is not known, as of a ring's own clock.
  public let secondsFromGMT: Int?

  /// A time on a clock.
  public init(_ wallClock: WallClock, secondsFromGMT: Int? = nil) {
    self.wallClock = wallClock
    self.secondsFromGMT = secondsFromGMT
  }

  /// A point in time.
  public init(_ moment: Moment) { self.init(moment.wallClock, secondsFromGMT: moment.secondsFromGMT) }

  /// The point in time; `nil` if the offset is not known.
  public var moment: Moment? { secondsFromGMT.map { Moment(wallClock, secondsFromGMT: $0) } }
  /// The time of day.
  public var time: TimeOfDay { wallClock.time }
  /// The day.
  public var date: CalendarDate { wallClock.date }
}

extension LocalTime: CustomStringConvertible {
  public var description: String { moment.map { "\($0)" } ?? "\(wallClock)" }
}

extension LocalTime: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    if let moment = Moment(text) {
      self.init(moment)
    } else if text.count == 19, let moment = Moment(text + "+00:00") {
      self.init(moment.wallClock)
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a time"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
