/// The bounds of all data from outside: files of other programs, Halo's own exports, and what devices report.
///
/// A sample out of bounds is refused and its source named. The frame that it came from is still stored.
public struct DataBounds: Sendable, Hashable {
  /// The reason for a refusal.
  public enum Problem: Sendable, Hashable, CustomStringConvertible {
    /// The start is before ``DataBounds/firstDay``.
    case tooEarly
    /// The start or the end is after tomorrow.
    case inFuture
    /// The interval is longer than the metric or a sleep allows.
    case tooLong
    /// The value is outside the metric's plausible range.
    case value
    /// A name or an identifier is empty or too long, or has control or bidirectional characters.
    case name
    /// The text is not a valid time.
    case clock
    /// The file does not describe the device or the record that the entry belongs to.
    case owner
    /// The entry is damaged and cannot be read.
    case damaged

    /// The reason as a short text.
    public var description: String {
      switch self {
      case .tooEarly: "before \(DataBounds.firstDay)"
      case .inFuture: "in the future"
      case .tooLong: "too long"
      case .value: "an impossible value"
      case .name: "a name that is empty, too long or has control characters"
      case .clock: "not a time"
      case .owner: "of a device or a record that is not in the file"
      case .damaged: "damaged"
      }
    }
  }

  /// The first day that is accepted: no supported device is older.
  public static let firstDay = CalendarDate(daysSince1970: 10_957)
  /// The longest sleep, in minutes.
  public static let longestSleep = 24 * 60
  /// The longest workout, in minutes.
  public static let longestWorkout = 48 * 60

  /// The last day that is accepted.
  public let lastDay: CalendarDate

  /// The bounds at a time: until the end of the next day, because a traveler's calendar may be ahead of this machine's.
  public init(now: Moment) { lastDay = now.wallClock.date.adding(days: 1) }

  /// True if a day is within the bounds.
  public func contains(_ day: CalendarDate) -> Bool { Self.firstDay <= day && day <= lastDay }

  /// The problem of a sample of `length` milliseconds; `nil` if it is within the bounds.
  public func problem(_ metric: Metric, _ value: Double, start: Moment, length: Int) -> Problem? {
    if !metric.plausibleRange.contains(value) { return .value }
    return problem(start: start, length: length, longest: metric.definition.longest)
  }

  /// The problem of a sleep of `minutes`; `nil` if it is within the bounds.
  public func problem(ofSleepAt start: Moment, minutes: Int) -> Problem? {
    minutes < 0 || minutes > Self.longestSleep
      ? .tooLong : problem(start: start, length: Duration.minutes(minutes).milliseconds, longest: Self.longestSleep)
  }

  /// The problem of a workout; `nil` if it is within the bounds. It lasts at most ``longestWorkout``, covers at most 1,000 km
  /// and takes at most 20,000 kcal.
  public func problem(_ workout: Workout) -> Problem? {
    let paused = (workout.paused.map { Double($0) }, Double(max(0, workout.length)))
    for (amount, most) in [(workout.meters, 1_000_000.0), (workout.kilocalories, 20_000), paused] {
      if let amount, !(0...most).contains(amount) { return .value }
    }
    return problem(start: workout.start, length: workout.length, longest: Self.longestWorkout)
  }

  private func problem(start: Moment, length: Int, longest: Int) -> Problem? {
    if length < 0 || length > Duration.minutes(longest).milliseconds { return .tooLong }
    let first = start.wallClock.date
    if first < Self.firstDay { return .tooEarly }
    let (end, isTooLate) = start.milliseconds.addingReportingOverflow(length)
    if isTooLate || first > lastDay { return .inFuture }
    return Moment(milliseconds: end - 1, secondsFromGMT: start.secondsFromGMT).wallClock.date > lastDay
      ? .inFuture : nil
  }
}

extension DataBounds {
  /// The maximum length of a name, in bytes of UTF-8.
  public static let longestName = 200
  /// The maximum length of a device's identifier, in bytes of UTF-8.
  public static let longestIdentifier = 64

  /// True if a text is a valid name of a person or a device.
  public static func isName(_ text: String) -> Bool { isText(text, longest: longestName) }

  /// True if a text is a valid identifier of a device, from a radio or a file.
  public static func isIdentifier(_ text: String) -> Bool { isText(text, longest: longestIdentifier) }

  /// An advertised name without the characters that are not allowed in names, cut to the maximum length. It may be
  /// empty.
  public static func cleaned(_ name: String) -> String {
    // Leaves room for a number that makes the name unique.
    let longest = longestName - 20
    if name.utf8.count <= longest, VisibleText.isVisible(name) { return name }
    var cleaned = String.UnicodeScalarView()
    var count = 0
    // A file may have a name of megabytes.
    let begin = String(name.unicodeScalars.prefix(10 * longest))
    for scalar in VisibleText.replacing(begin, { _ in "" }).unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= longest else { break }
      cleaned.append(scalar)
    }
    return String(cleaned)
  }

  private static func isText(_ text: String, longest: Int) -> Bool {
    // Checks the length first: a single character can be megabytes long.
    text.utf8.count <= longest && text.unicodeScalars.contains { !$0.properties.isWhitespace }
      && VisibleText.isVisible(text)
  }
}
