/// The bounds of all data from outside: files of other programs, Halo's own exports, and what devices report.
///
/// A sample outside them is refused and its source named; the frame it came from is stored all the same.
public struct DataBounds: Sendable, Hashable {
  /// Why something was refused.
  public enum Problem: Sendable, Hashable, CustomStringConvertible {
    /// It lies before ``DataBounds/firstDay``.
    case tooEarly
    /// It lies, or ends, after tomorrow.
    case inFuture
    /// It is longer than such a thing can be.
    case tooLong
    /// No wearer can have such a value.
    case value
    /// A name or an identifier is empty or too long, or has control or bidirectional characters.
    case name
    /// A clock never shows such a time.
    case clock

    public var description: String {
      switch self {
      case .tooEarly: "before \(DataBounds.firstDay)"
      case .inFuture: "in the future"
      case .tooLong: "too long"
      case .value: "an impossible value"
      case .name: "a name that is empty, too long or has control characters"
      case .clock: "not a time"
      }
    }
  }

  /// The first day that anything is taken of: no supported device is older.
  public static let firstDay = CalendarDate(daysSince1970: 10_957)
  /// Minutes that no sleep is longer than.
  public static let longestSleep = 24 * 60

  /// The last day that anything is taken of.
  public let lastDay: CalendarDate

  /// The bounds at a time: until the end of the next day, because a traveler's calendar may be ahead of this machine's.
  public init(now: Moment) { lastDay = now.wallClock.date.adding(days: 1) }

  /// Whether a day is within the bounds.
  public func contains(_ day: CalendarDate) -> Bool { Self.firstDay <= day && day <= lastDay }

  /// What is wrong with a sample of `length` milliseconds; `nil` if nothing is.
  public func problem(_ metric: Metric, _ value: Double, start: Moment, length: Int) -> Problem? {
    if !metric.plausibleRange.contains(value) { return .value }
    return problem(start: start, length: length, longest: metric.longestInterval)
  }

  /// What is wrong with a sleep of some minutes; `nil` if nothing is.
  public func problem(ofSleepAt start: Moment, minutes: Int) -> Problem? {
    minutes < 0 || minutes > Self.longestSleep
      ? .tooLong : problem(start: start, length: Duration.minutes(minutes).milliseconds, longest: Self.longestSleep)
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
  /// Bytes of UTF-8 that no name is longer than.
  public static let longestName = 200
  /// Bytes of UTF-8 that no identifier of a device is longer than.
  public static let longestIdentifier = 64

  /// Whether people and devices can be called that.
  public static func isName(_ text: String) -> Bool { isText(text, longest: longestName) }

  /// Whether a radio or a file can call a device that.
  public static func isIdentifier(_ text: String) -> Bool { isText(text, longest: longestIdentifier) }

  /// A name that a device advertises, without the characters that no name has, and not too long; it may be empty.
  public static func cleaned(_ name: String) -> String {
    // A number may still come behind it.
    let longest = longestName - 20
    if name.utf8.count <= longest, name.unicodeScalars.allSatisfy(isInName) { return name }
    var (cleaned, count) = (String.UnicodeScalarView(), 0)
    for scalar in name.unicodeScalars where isInName(scalar) {
      count += UTF8.width(scalar)
      guard count <= longest else { break }
      cleaned.append(scalar)
    }
    return String(cleaned)
  }

  private static func isText(_ text: String, longest: Int) -> Bool {
    // The length comes first: a single character can be of megabytes.
    text.utf8.count <= longest && text.unicodeScalars.contains { !$0.properties.isWhitespace }
      && text.unicodeScalars.allSatisfy(isInName)
  }

  /// Control characters end lines and command terminals; bidirectional ones show another text than is there.
  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    default:
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}

extension Metric {
  /// Minutes that no interval of a value is longer than: a day, which has 25 hours once a year, of counts and of what devices sum up
  /// over a night; six hours of what is measured in a moment and held, because rings measure at most every 255 minutes.
  public var longestInterval: Int {
    switch self {
    case .steps, .distance, .activeEnergy, .stress, .heartRateVariability, .heartRateVariabilityRMSSD,
      .heartRateVariabilitySDNN, .oxygenSaturationMinimum, .oxygenSaturationMaximum, .skinTemperature:
      25 * 60
    case .heartRate, .beatInterval, .oxygenSaturation, .battery, .batteryCharging, .speed, .power, .cadence: 6 * 60
    }
  }
}
