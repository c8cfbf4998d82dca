/// A time of day to the minute on some device's own wall clock. Printed and encoded as `HH:MM`.
public struct TimeOfDay: Hashable, Sendable, Comparable {
  /// Minutes after midnight, 0…1439.
  public let minutes: Int

  /// The time that many minutes after midnight; a value outside 0…1439 wraps into the day.
  public init(minutes: Int) {
    self.minutes = minutes - minutes.floorDivided(by: 1440) * 1440
  }

  /// Hour, 0…23.
  public var hour: Int { minutes / 60 }
  /// Minute of the hour, 0…59.
  public var minute: Int { minutes % 60 }

  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: CustomStringConvertible {
  public var description: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }
}

extension TimeOfDay: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
