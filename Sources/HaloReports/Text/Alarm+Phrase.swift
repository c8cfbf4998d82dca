extension Alarm {
  /// The days on which the alarm rings: `Monday to Friday`, `Sunday, once`, `once`.
  public var days: Phrase {
    let names: Phrase? =
      switch weekdays {
      case Set(0...6): Phrase("every day")
      case Set(1...5): Phrase("Monday to Friday")
      default: Phrase.list(weekdays.sorted().map { Weekday.allCases[$0].phrase })
      }
    return names.map { isWeekly ? $0 : Phrase("\($0), once") } ?? Phrase("once")
  }
}
