extension CalendarDate {
  /// Returns all days of a range, in order.
  static func days(from first: CalendarDate, to last: CalendarDate) -> [CalendarDate] {
    stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { CalendarDate(daysSince1970: $0) }
  }
}
