import HaloFoundation

/// Formats numbers, dates and messages for people.
enum TextFormat {
  static func grouped(_ number: Int) -> String { Wording.current.number(Double(number), digits: 0) }

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

  /// Formats the time that a clock shows now.
  static func timestamp(_ time: WallTime) -> String {
    let now = time.now
    return timestamp(now, secondsFromGMT: time.secondsFromGMT(at: now))
  }

  /// Formats a time in ISO 8601 with milliseconds and the UTC offset: "2026-11-20T10:16:00.120+08:00".
  static func timestamp(_ time: Date, secondsFromGMT: Int) -> String {
    let text = Moment(time, secondsFromGMT: secondsFromGMT).description
    return text.contains(".") ? text : "\(text.prefix(19)).000\(text.dropFirst(19))"
  }
}
