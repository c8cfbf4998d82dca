public import HaloHealth

/// A language, and how numbers, days and times are written in it.
public protocol Wording: Sendable {
  /// The sentence for a key of ``Phrase``, with the places for its arguments; the key itself where there is no other.
  func format(_ key: String) -> String
  /// A number with that many digits behind the decimal mark.
  func number(_ value: Double, digits: Int) -> String
  /// A day.
  func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String
  /// A time of day.
  func time(_ time: TimeOfDay) -> String
}

/// English, on every system.
public struct EnglishWording: Wording {
  /// English.
  public init() {}

  public func format(_ key: String) -> String { key }

  public func number(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    var scale = 1
    for _ in 0..<min(max(digits, 0), 3) { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: scale)
    var text = String(whole)
    var position = text.count - 3
    while position > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: position))
      position -= 3
    }
    if scale > 1 { text += "." + String(String(scale + rest).dropFirst()) }
    return value < 0 && scaled != 0 ? "−" + text : text
  }

  public func date(_ date: CalendarDate, _ style: Phrase.DateStyle) -> String {
    let weekday = Self.weekdays[date.weekday]
    let month = Self.months[date.month - 1]
    return switch style {
    case .weekday: String(weekday.prefix(3))
    case .day: "\(date.day) \(month.prefix(3))"
    case .full: "\(weekday), \(date.day) \(month)"
    }
  }

  public func time(_ time: TimeOfDay) -> String { time.description }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
