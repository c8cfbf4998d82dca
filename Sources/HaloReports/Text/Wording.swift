public import HaloHealth

/// How texts, numbers, days and times are written: in which language, and on which clock.
public struct Wording: Sendable {
  /// The language.
  public let language: Language
  /// 12 or 24 hours.
  public let clock: ClockHours
  private let catalog: [String: String]

  /// The wording of a language.
  public init(_ language: Language = .english, clock: ClockHours = .twentyFour) {
    self.init(language, clock: clock, catalog: language.catalog)
  }

  /// The wording of a language with other texts than Halo's.
  public init(_ language: Language, clock: ClockHours = .twentyFour, catalog: [String: String]) {
    self.language = language
    self.clock = clock
    self.catalog = catalog
  }

  /// The wording for the person who reads what this task produces. English if nothing was chosen.
  @TaskLocal public static var current = Wording()

  /// The sentence for a key of ``Phrase``, with the places for its arguments; the key itself if there is no other.
  public func format(_ key: String) -> String { catalog[key] ?? key }

  /// A number with that many digits behind the decimal mark, three at most; "–" if it is not finite.
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

  /// A day.
  public func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String {
    let (weekday, month) = (language.weekdays[date.weekday], language.months[date.month - 1])
    let day = language == .german ? "\(date.day)." : "\(date.day)"
    let shortWeekday = weekday.prefix(language == .german ? 2 : 3)
    return switch style {
    case .weekday: String(shortWeekday)
    case .day: "\(day) \(month.prefix(3))"
    case .short: "\(shortWeekday) \(date.day < 10 ? " " : "")\(day) \(month.prefix(3))"
    case .full: "\(weekday), \(day) \(month)"
    case .month: "\(month.prefix(3)) \(date.year)"
    case .long: "\(weekday), \(day) \(month) \(date.year)"
    }
  }

  /// A time of day: "13:30", or "1:30 pm" on a clock of 12 hours.
  public func time(_ time: TimeOfDay) -> String {
    guard clock == .twelve else { return time.description }
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let minute = time.minutes % 60
    return "\(hour):\(minute < 10 ? "0" : "")\(minute) \(time.hour < 12 ? "am" : "pm")"
  }
}
