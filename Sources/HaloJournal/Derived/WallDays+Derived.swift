import HaloHealth

extension WallDays {
  /// The days from `first` to `last` for computed values, whose clocks may be as far off UTC as a text with a time may say.
  static func ofDerived(_ first: CalendarDate, _ last: CalendarDate) -> WallDays {
    WallDays(first, last, largestOffset: .hours(18))
  }

  /// The condition of computed values that begin on the days.
  static let conditionOfDerived = contain("start / \(Milliseconds.second) + offset")
}
