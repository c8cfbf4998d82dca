import HaloBluetooth
import HaloFoundation
import HaloHealth
import HaloReports
import HaloWearables

/// Formats numbers, dates and messages for people.
enum TextFormat {
  static func longDate(_ date: CalendarDate) -> String { Wording.current.date(date, .long) }

  static func grouped(_ number: Int) -> String { Wording.current.number(Double(number), digits: 0) }

  /// Wraps a sentence into lines of at most `width` characters; lines after the first are indented.
  static func wrapped(_ text: String, width: Int, indent: Int = 0) -> [String] {
    wrapped(items: text.split(separator: " ").map(String.init), width: width, separator: " ", indent: indent)
  }

  /// Wraps items into lines of at most `width` characters. An item is only broken if it is longer than a line.
  static func wrapped(items: [String], width: Int, separator: String = "  ", indent: Int = 2) -> [String] {
    items.reduce(into: [String]()) { lines, item in
      let width = max(width, 20)
      if let last = lines.last, last.count + separator.count + item.count <= width {
        lines[lines.count - 1] += separator + item
      } else if item.count + indent > width, item.contains(" ") {
        lines += wrapped(item, width: width - indent).map { String(repeating: " ", count: indent) + $0 }
      } else {
        lines.append(String(repeating: " ", count: lines.isEmpty ? 0 : indent) + item)
      }
    }
  }

  /// Replaces invisible characters, so that a device's text cannot control the terminal or look like another.
  static func printable(_ text: String, keepingLines: Bool = false) -> String {
    VisibleText.replacing(text) { keepingLines && $0 == "\n" ? nil : "?" }
  }

  /// Returns the name of a sleep stage.
  static func stage(_ stage: SleepStage) -> String { stage == .rem ? "REM" : stage.title.text.lowercased() }

  /// Formats a moment in local time: "2026-11-20 10:16".
  static func localTime(_ moment: Moment) -> String {
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
    let here = Moment(milliseconds: moment.milliseconds, secondsFromGMT: WallTime.system.secondsFromGMT(at: date))
    return "\(here.wallClock.date) \(here.wallClock.time)"
  }

  /// Formats a message as printed by `halo decode`.
  static func json(_ message: some MessageFields) -> String {
    var writer = JSONLineWriter()
    writer.append(message)
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
  }

  /// "Thu 20 Nov".
  static func shortDate(_ date: CalendarDate) -> String { Wording.current.date(date, .short) }

  /// Formats a time in ISO 8601 with milliseconds and the UTC offset: "2026-11-20T10:16:00.120+08:00".
  static func timestamp(_ time: Date, secondsFromGMT: Int) -> String {
    let text = Moment(time, secondsFromGMT: secondsFromGMT).description
    return text.contains(".") ? text : "\(text.prefix(19)).000\(text.dropFirst(19))"
  }
}
