/// A local time, with its offset from UTC if that is known.
///
/// Printed and encoded as ISO 8601: `2026-11-20T23:10:00+08:00`, without the offset if it is unknown.
public struct LocalTime: Hashable, Sendable {
  /// The local date and time.
  public let wallClock: WallClock
  /// The offset from UTC in seconds; `nil` if unknown, as for a ring's own clock.
  public let secondsFromGMT: Int?

  /// A local time with an optional offset.
  public init(_ wallClock: WallClock, secondsFromGMT: Int? = nil) {
    self.wallClock = wallClock
    self.secondsFromGMT = secondsFromGMT
  }

  /// The local time of a moment.
  public init(_ moment: Moment) { self.init(moment.wallClock, secondsFromGMT: moment.secondsFromGMT) }

  /// The moment; `nil` if the offset is unknown.
  public var moment: Moment? { secondsFromGMT.map { Moment(wallClock, secondsFromGMT: $0) } }
  /// The time of day.
  public var time: TimeOfDay { wallClock.time }
  /// The day.
  public var date: CalendarDate { wallClock.date }
}

extension LocalTime: CustomStringConvertible {
  /// The time as ISO 8601.
  public var description: String { moment.map { "\($0)" } ?? "\(wallClock)" }
}

extension LocalTime: Codable {
  /// Decodes ISO 8601 with or without an offset.
  public init(from decoder: any Decoder) throws {
    self = try decoder.converted(to: "a time") { text in
      if let moment = Moment(text) { return LocalTime(moment) }
      return text.count == 19 ? Moment(text + "+00:00").map { LocalTime($0.wallClock) } : nil
    }
  }

  /// Encodes ISO 8601.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
