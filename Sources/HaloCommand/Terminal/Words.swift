import HaloBluetooth
import HaloHealth
import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Numbers and dates as people read them.
enum Words {
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? "\(noun)s")"
  }

  static func longDate(_ date: CalendarDate) -> String {
    return "\(weekdays[date.weekday]), \(date.day) \(months[date.month - 1]) \(date.year)"
  }

  static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: position))
      position -= 3
    }
    return digits
  }

  /// A sentence in lines of at most `width` characters, broken between words.
  static func wrapped(_ text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= max(width, 20) {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  /// At most one decimal.
  static func number(_ value: Double) -> String {
    guard let tenths = Int(exactly: (value * 10).rounded()) else { return "\(value)" }
    return tenths.isMultiple(of: 10) ? String(tenths / 10) : "\(tenths / 10).\(abs(tenths % 10))"
  }

  static func distance(_ meters: Int) -> String {
    meters < 1000 ? "\(meters) m" : "\(meters / 1000).\(meters % 1000 / 100) km"
  }

  static func duration(_ minutes: Int) -> String {
    minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// What a device calls itself, without characters that would control the terminal.
  static func printable(_ text: String, keepingLines: Bool = false) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let isHarmless = scalar.properties.generalCategory != .control || (keepingLines && scalar == "\n")
          return isHarmless ? scalar : "?"
        }))
  }

  /// A stage of sleep.
  static func stage(_ stage: SleepStage) -> String { stage == .rem ? "REM" : stage.rawValue }

  /// A moment on the clock on the wall here: "2026-11-20 10:16".
  static func localTime(_ moment: Moment) -> String {
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
    let here = Moment(milliseconds: moment.milliseconds, secondsFromGMT: WallTime.system.secondsFromGMT(at: date))
    return "\(here.wallClock.date) \(here.wallClock.time)"
  }

  /// A message as `halo decode` prints it.
  static func json(_ message: some MessageFields) -> String {
    var writer = JSONLineWriter()
    writer.append(message)
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
  }

  /// "Thu 20 Nov".
  static func shortDate(_ date: CalendarDate) -> String {
    let day = date.day < 10 ? " \(date.day)" : "\(date.day)"
    return "\(weekdays[date.weekday].prefix(3)) \(day) \(months[date.month - 1].prefix(3))"
  }

  /// ISO 8601 to the millisecond, with the offset: "2026-11-20T10:16:00.120+08:00".
  static func timestamp(_ time: Date, secondsFromGMT: Int) -> String {
    let milliseconds = Int((time.timeIntervalSince1970 * 1000).rounded(.down)) + secondsFromGMT * 1000
    let wallClock = WallClock(secondsSince1970: Int((Double(milliseconds) / 1000).rounded(.down)))
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let minutes = abs(secondsFromGMT) / 60
    let offset = "\(secondsFromGMT < 0 ? "-" : "+")\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))"
    return "\(wallClock).\(digits(milliseconds - wallClock.secondsSince1970 * 1000, 3))\(offset)"
  }
}
