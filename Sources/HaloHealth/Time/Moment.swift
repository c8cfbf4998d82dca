/// A point in time, and what a clock on the wall showed then.
///
/// Printed as ISO 8601 with the offset: `2026-11-20T10:16:00.120+08:00`, without the thousandths where they are zero.
public struct Moment: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00 UTC.
  public let milliseconds: Int
  /// Seconds that the clock on the wall was ahead of UTC.
  public let secondsFromGMT: Int

  /// A point in time, where the clock on the wall was that far ahead of UTC.
  public init(milliseconds: Int, secondsFromGMT: Int) {
    self.milliseconds = milliseconds
    self.secondsFromGMT = secondsFromGMT
  }

  /// The moment at which a clock that was that far ahead of UTC showed `wallClock`.
  public init(_ wallClock: WallClock, secondsFromGMT: Int) {
    self.init(
      milliseconds: (wallClock.secondsSince1970 - secondsFromGMT) * 1000, secondsFromGMT: secondsFromGMT)
  }

  /// What the clock on the wall showed.
  public var wallClock: WallClock {
    WallClock(secondsSince1970: milliseconds.floorDivided(by: 1000) + secondsFromGMT)
  }
}

extension Moment {
  /// The moment that a text names as ``description`` writes it: `2026-11-20T10:16:00.120+08:00`. `nil` where it is anything else.
  public init?(_ text: some StringProtocol) {
    let text = Substring(text)
    guard (25...29).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 128 }),
      let date = CalendarDate(text.prefix(10)), text.dropFirst(10).first == "T",
      let time = TimeOfDay.seconds(text.dropFirst(11).prefix(8)),
      let sign = text.dropLast(5).last, sign == "+" || sign == "-",
      // The offset is a clock's without its seconds.
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
  /// The order of time, wherever the clocks hung.
  public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}

extension Moment: CustomStringConvertible {
  public var description: String {
    let rest = milliseconds - milliseconds.floorDivided(by: 1000) * 1000
    let minutes = abs(secondsFromGMT) / 60
    let offset = "\(secondsFromGMT < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    return "\(wallClock)\(rest == 0 ? "" : ".\(rest.padded(to: 3))")\(offset)"
  }
}

extension Moment: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let moment = Moment(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a time with an offset"))
    }
    self = moment
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
