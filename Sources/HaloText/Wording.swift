/// The language and format of texts, numbers, days and times.
public struct Wording: Sendable {
  public let language: Language
  /// True for times like "1:30 pm", false for "13:30".
  public let usesTwelveHours: Bool
  /// True for miles, feet and degrees Fahrenheit.
  public let usesImperialUnits: Bool
  private let catalog: [String: String]

  /// Creates the wording of a language, with Halo's texts or others.
  public init(
    _ language: Language = .english, usesTwelveHours: Bool = false, usesImperialUnits: Bool = false,
    catalog: [String: String]? = nil
  ) {
    self.language = language
    self.usesTwelveHours = usesTwelveHours
    self.usesImperialUnits = usesImperialUnits
    self.catalog = catalog ?? language.catalog
  }

  /// The wording of the current task; English by default.
  @TaskLocal public static var current = Wording()

  /// Returns the text for a key of ``Phrase``, with placeholders for its arguments; the key itself if there is no other
  /// text.
  public func format(_ key: String) -> String { catalog[key] ?? key }

  /// Formats a number with that many digits after the decimal mark, at most three; "–" if it is not finite.
  public func number(_ value: Double, digits: Int = 0) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    var scale = 1
    for _ in 0..<min(max(digits, 0), 3) { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    let (mark, separator) = language == .german ? (",", Character(".")) : (".", Character(","))
    var text = String(whole)
    var position = text.count - 3
    while position > 0 {
      text.insert(separator, at: text.index(text.startIndex, offsetBy: position))
      position -= 3
    }
    if scale > 1 { text += mark + String(String(scale + rest).dropFirst()) }
    return value < 0 && scaled != 0 ? "−" + text : text
  }

  /// Formats a day of the Gregorian calendar; `weekday` is 0 for Sunday.
  public func date(year: Int, month: Int, day: Int, weekday: Int, _ style: Phrase.DateStyle) -> String {
    let weekday = language.weekdays[weekday]
    let month = language.months[month - 1]
    let number = language == .german ? "\(day)." : "\(day)"
    let shortWeekday = weekday.prefix(language == .german ? 2 : 3)
    return switch style {
    case .weekday: String(shortWeekday)
    case .day: "\(number) \(month.prefix(3))"
    case .short: "\(shortWeekday) \(day < 10 ? " " : "")\(number) \(month.prefix(3))"
    case .full: "\(weekday), \(number) \(month)"
    case .month: "\(month.prefix(3)) \(year)"
    case .long: "\(weekday), \(number) \(month) \(year)"
    }
  }

  /// Formats an hour for an axis: "13", or "1 pm".
  public func hour(_ hour: Int) -> String {
    guard usesTwelveHours else { return "\(hour < 10 ? "0" : "")\(hour)" }
    return "\(hour % 12 == 0 ? 12 : hour % 12) \(hour < 12 ? "am" : "pm")"
  }

  /// Formats a time of day: "13:30", or "1:30 pm".
  public func time(hour: Int, minute: Int) -> String {
    let minutes = "\(minute < 10 ? "0" : "")\(minute)"
    guard usesTwelveHours else { return "\(hour < 10 ? "0" : "")\(hour):\(minutes)" }
    return "\(hour % 12 == 0 ? 12 : hour % 12):\(minutes) \(hour < 12 ? "am" : "pm")"
  }
}
