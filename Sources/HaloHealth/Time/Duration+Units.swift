extension Duration {
  /// So many minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  /// So many hours.
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3_600) }
  /// So many times 24 hours. A day on a calendar may be an hour longer or shorter.
  public static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

  /// The whole milliseconds of it, rounded towards zero.
  public var milliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
  /// The whole minutes of it, rounded towards zero.
  public var wholeMinutes: Int { Int(components.seconds) / 60 }
  /// Its length in a unit such as `.hours(1)`, to the millisecond.
  public func measured(in unit: Duration) -> Double { Double(milliseconds) / Double(unit.milliseconds) }
}
