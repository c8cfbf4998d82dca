import HaloHealth
public import HaloReports

/// The length of the period that a screen shows.
public enum DaySpan: String, Sendable, CaseIterable, Hashable, Identifiable {
  /// One day, with single values.
  case day
  /// Seven days.
  case week
  /// Twenty-eight days.
  case month

  /// The raw value.
  public var id: String { rawValue }

  /// The name of the period.
  public var title: Phrase {
    switch self {
    case .day: Phrase("Day")
    case .week: Phrase("Week")
    case .month: Phrase("4 weeks")
    }
  }

  /// The number of days.
  var days: Int {
    switch self {
    case .day: 1
    case .week: 7
    case .month: 28
    }
  }

  /// Returns the first day of the period that ends with `last`.
  func first(to last: CalendarDate) -> CalendarDate { last.adding(days: 1 - days) }
}
