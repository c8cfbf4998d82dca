extension CalendarDate {
  /// Parses a day: `2025-12-15`, `today`, `yesterday`, or days back from today, such as `-1`. Returns `nil` for
  /// anything else.
  init?(argument text: String, today: CalendarDate = WallTime.system.moment.wallClock.date) {
    switch text.lowercased() {
    case "today": self = today
    case "yesterday": self = today.adding(days: -1)
    case let text where DayArgument.isDaysBack(text):
      guard let days = Int(text.dropFirst()), days < 36_525 else { return nil }
      self = today.adding(days: -days)
    case let text:
      guard let date = CalendarDate(text) else { return nil }
      self = date
    }
  }
}

/// Parsing of days in the arguments of commands.
enum DayArgument {
  /// The accepted formats, for error messages.
  static let forms = Phrase("Write a day as 2025-12-15, today, yesterday or -1.")
  /// Commands that take a day as a positional argument.
  private static let commands: Set = ["day", "explain"]
  /// Options that take a day.
  private static let options: Set = ["--until", "--date", "--today"]

  /// True if `text` is a number of days back from today, such as `-1`.
  static func isDaysBack(_ text: String) -> Bool {
    text.count > 1 && text.hasPrefix("-") && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Returns the arguments with `--` before a day such as `-1`, so that the parser does not take it for an option.
  static func separated(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, commands.contains(command), !arguments.contains("--"),
      let index = arguments.firstIndex(where: isDaysBack), !options.contains(arguments[index - 1])
    else { return arguments }
    return arguments[..<index] + arguments[(index + 1)...] + ["--", arguments[index]]
  }
}

/// Parses a day as an option's value. Throws a `ValidationError` if it is not a day.
func parseDate(_ text: String) throws -> CalendarDate {
  try refuse("'\(text)' is not a date. \(DayArgument.forms)", ifNil: CalendarDate(argument: text))
}
