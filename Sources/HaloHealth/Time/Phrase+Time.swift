extension Phrase.StringInterpolation {
  /// Adds a date in a style.
  public mutating func appendInterpolation(_ date: CalendarDate, _ style: Phrase.DateStyle) {
    append(.date(year: date.year, month: date.month, day: date.day, weekday: date.weekday, style))
  }

  /// Adds a time of day.
  public mutating func appendInterpolation(_ time: TimeOfDay) { append(.time(hour: time.hour, minute: time.minute)) }
}

extension Wording {
  /// A date in a style.
  public func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String {
    self.date(year: date.year, month: date.month, day: date.day, weekday: date.weekday, style)
  }

  /// A time of day.
  public func time(_ time: TimeOfDay) -> String { self.time(hour: time.hour, minute: time.minute) }
}
