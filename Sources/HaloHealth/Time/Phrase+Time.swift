public import HaloText

extension Phrase.StringInterpolation {
  /// Adds a date in a style.
  public mutating func appendInterpolation(_ date: CalendarDate, _ style: Phrase.DateStyle) {
    append(.date(year: date.year, month: date.month, day: date.day, weekday: date.weekday, style))
  }

  /// Adds a time of day.
  public mutating func appendInterpolation(_ time: TimeOfDay) { append(.time(hour: time.hour, minute: time.minute)) }
}

extension Wording {
  /// The wording of a language, with a clock of 12 or 24 hours and a system of units.
  public init(_ language: Language, clock: ClockHours, units: UnitSystem) {
    self.init(language, usesTwelveHours: clock == .twelve, usesImperialUnits: units == .imperial)
  }

  /// A date in a style.
  public func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String {
    self.date(year: date.year, month: date.month, day: date.day, weekday: date.weekday, style)
  }

  /// A time of day.
  public func time(_ time: TimeOfDay) -> String { self.time(hour: time.hour, minute: time.minute) }
}
