/// A time of day to the minute, on a device's wall clock. Printed and encoded as `HH:MM`.
public struct TimeOfDay: Hashable, Sendable, Comparable {
  /// Minutes after midnight, 0…1439.
  public let minutes: Int

  /// The time `minutes` after midnight; a value outside 0…1439 wraps around.
  public init(minutes: Int) {
    self.minutes = minutes - minutes.floorDivided(by: 1440) * 1440
  }

  /// Hour, 0…23.
  public var hour: Int { minutes / 60 }
  /// Minute of the hour, 0…59.
  public var minute: Int { minutes % 60 }

  /// The order within a day.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay {
  /// Parses `HH:MM:SS` (00:00:00 to 23:59:59) to seconds after midnight; `nil` for anything else.
  package static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.map { Int($0) - 48 }
    guard digits.count == 8, digits[2] == 10, digits[5] == 10 else { return nil }
    let parts = [0, 3, 6].map { index -> Int in
      let tens = digits[index]
      let ones = digits[index + 1]
      return (0...9).contains(tens) && (0...9).contains(ones) ? tens * 10 + ones : 60
    }
    guard parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + parts[2]
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `HH:MM`.
  public var description: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }
}

extension TimeOfDay: Codable {
  /// Decodes `HH:MM`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.converted(to: "a time of day") { text in
      Self.seconds("\(text):00").map { TimeOfDay(minutes: $0 / 60) }
    }
  }

  /// Encodes `HH:MM`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
