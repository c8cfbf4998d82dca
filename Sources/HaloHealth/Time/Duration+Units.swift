extension Duration {
  /// A number of minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  /// A number of hours.
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3_600) }
  /// A number of 24-hour days. A calendar day may be an hour longer or shorter.
  public static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

  /// The whole milliseconds, rounded towards zero.
  public var milliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
  /// The whole minutes, rounded towards zero.
  public var wholeMinutes: Int { Int(components.seconds) / 60 }
  /// The length in a unit such as `.hours(1)`, to the millisecond.
  public func measured(in unit: Duration) -> Double { Double(milliseconds) / Double(unit.milliseconds) }
}
