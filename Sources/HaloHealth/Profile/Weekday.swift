/// A day of the week, in the order of ``CalendarDate/weekday``.
public enum Weekday: String, Sendable, Codable, CaseIterable {
  /// Sunday, 0.
  case sunday
  /// Monday, 1.
  case monday
  /// Tuesday, 2.
  case tuesday
  /// Wednesday, 3.
  case wednesday
  /// Thursday, 4.
  case thursday
  /// Friday, 5.
  case friday
  /// Saturday, 6.
  case saturday
}
