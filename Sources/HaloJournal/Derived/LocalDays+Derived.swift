extension LocalDays {
  /// The days from `first` to `last` for computed values, whose offset from UTC may be as large as a parsed text
  /// allows.
  static func ofDerived(_ first: CalendarDate, _ last: CalendarDate) -> LocalDays {
    LocalDays(first, last, largestOffset: .hours(18))
  }

  /// The condition for computed values that begin on the days.
  static let conditionOfDerived = contain("start / \(Milliseconds.second) + offset")
}
