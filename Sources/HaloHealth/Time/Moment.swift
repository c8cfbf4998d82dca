/// A point in time with the offset of local time from UTC.
///
/// Printed as ISO 8601 with the offset: `2026-11-20T10:16:00.120+08:00`, without the milliseconds if they are zero.
public struct Moment: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00 UTC.
  public let milliseconds: Int
  /// The offset of local time from UTC, in seconds.
  public let secondsFromGMT: Int

  /// A point in time, with the offset of local time from UTC.
  public init(milliseconds: Int, secondsFromGMT: Int) {
    self.milliseconds = milliseconds
    self.secondsFromGMT = secondsFromGMT
  }

  /// The moment at which a clock with this offset from UTC showed `wallClock`.
  public init(_ wallClock: WallClock, secondsFromGMT: Int) {
    self.init(
      milliseconds: (wallClock.secondsSince1970 - secondsFromGMT) * 1000, secondsFromGMT: secondsFromGMT)
  }

  /// The local date and time.
  public var wallClock: WallClock {
    WallClock(secondsSince1970: milliseconds.floorDivided(by: 1000) + secondsFromGMT)
  }
}

extension Moment {
  /// Parses the format of ``description``: `2026-11-20T10:16:00.120+08:00`. `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let text = Substring(text)
    guard (25...29).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 128 }),
      let date = CalendarDate(text.prefix(10)), text.dropFirst(10).first == "T",
      let time = TimeOfDay.seconds(text.dropFirst(11).prefix(8)),
      let sign = text.dropLast(5).last, sign == "+" || sign == "-",
      // The offset has the format of a time of day without seconds.
      let offset = TimeOfDay.seconds("\(text.suffix(5)):00"), offset <= 18 * 3600
    else { return nil }
    let fraction = text.dropFirst(19).dropLast(6)
    guard
      fraction.isEmpty
        || (fraction.first == "." && fraction.count == 4 && fraction.dropFirst().allSatisfy(\.isNumber))
    else { return nil }
    let seconds = offset * (sign == "-" ? -1 : 1)
    let whole = Moment(WallClock(date: date, secondOfDay: time), secondsFromGMT: seconds)
    self.init(
      milliseconds: whole.milliseconds + (Int(fraction.dropFirst()) ?? 0), secondsFromGMT: seconds)
  }
}

extension Moment: Comparable {
  /// The order by time; offsets do not matter.
  public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}

extension Moment: CustomStringConvertible {
  /// The moment as ISO 8601 with the offset.
  public var description: String {
    let rest = milliseconds - milliseconds.floorDivided(by: 1000) * 1000
    let minutes = abs(secondsFromGMT) / 60
    let offset = "\(secondsFromGMT < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    return "\(wallClock)\(rest == 0 ? "" : ".\(rest.padded(to: 3))")\(offset)"
  }
}

extension Moment: Codable {
  /// Decodes ISO 8601 with an offset.
  public init(from decoder: any Decoder) throws {
    self = try decoder.converted(to: "a time with an offset") { Moment($0) }
  }

  /// Encodes ISO 8601 with the offset.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
