/// The length of the period that a screen shows.
public enum DaySpan: Int, Sendable, CaseIterable, Hashable, Identifiable {
  /// One day, with single values.
  case day = 1
  /// Seven days.
  case week = 7
  /// Twenty-eight days.
  case month = 28

  /// The number of days.
  public var id: Int { rawValue }

  /// The name of the period.
  public var title: Phrase {
    switch self {
    case .day: Phrase("Day")
    case .week: Phrase("Week")
    case .month: Phrase("4 weeks")
    }
  }

  /// Returns the first day of the period that ends with `last`.
  func first(to last: CalendarDate) -> CalendarDate { last.adding(days: 1 - rawValue) }
}
