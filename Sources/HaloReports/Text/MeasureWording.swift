/// Formats values with units. A text has the units of the reader's `Wording`.
public enum MeasureWording {
  /// Formats a value of a metric: `62 bpm`.
  public static func value(_ value: Double, of metric: Metric) -> Phrase {
    if metric == .batteryCharging { return value == 1 ? Phrase("charging") : Phrase("not charging") }
    return phrase(value, metric.unit, digits: nil)
  }

  /// Formats a value of a metric without its unit, except distances.
  public static func amount(_ value: Double, of metric: Metric) -> Phrase {
    phrase(value, metric.unit, digits: nil, withUnit: false)
  }

  /// Formats the lowest and the highest value: `51 – 119 bpm`; one value if they read the same.
  public static func range(_ low: Double, _ high: Double, of metric: Metric) -> Phrase {
    let lowest = amount(low, of: metric)
    let highest = value(high, of: metric)
    return lowest.english == amount(high, of: metric).english ? highest : Phrase("\(lowest) – \(highest)")
  }

  /// Rounds a mean to the digits of its metric: whole numbers, unless its unit has a number of digits.
  public static func rounded(_ mean: Double, of metric: Metric) -> Double {
    metric.unit.digits == nil ? mean.rounded() : mean
  }

  /// Formats the mean of a metric, or the last value of a state, without its unit: `average 62`.
  public static func average(_ mean: Double, of metric: Metric) -> Phrase {
    let amount = amount(rounded(mean, of: metric), of: metric)
    return metric.isState ? Phrase("last \(amount)") : Phrase("average \(amount)")
  }

  /// Formats a computed value: `7 h 31 min`, `62 bpm`. Heart rate and HRV are rounded to whole numbers, because they
  /// are not more precise.
  public static func value(_ value: Double, of metric: DerivedMetric) -> Phrase {
    Self.value(value, in: metric.unit)
  }

  /// Formats a computed value by its unit.
  static func value(_ value: Double, in unit: Unit) -> Phrase {
    unit == .minutes ? duration(minutes: Int(value.rounded())) : phrase(value, unit, digits: 0)
  }

  /// A value with or without its unit, in the reader's units; distances always have one. `digits` are for units without a
  /// number of digits; `nil` for one at most.
  private static func phrase(_ value: Double, _ unit: Unit, digits: Int?, withUnit: Bool = true) -> Phrase {
    if unit == .meters { return distance(value) }
    let isWhole = value.rounded(parts: 10) == value.rounded()
    func phrase(isImperial: Bool) -> Phrase {
      unit.scale(isImperial: isImperial)
        .phrase(value, digits: unit.digits ?? digits ?? (isWhole ? 0 : 1), withUnit: withUnit)
    }
    let metric = phrase(isImperial: false)
    return unit.hasImperial ? either(metric, phrase(isImperial: true)) : metric
  }

  /// Formats a distance in meters, with `digits` decimals for kilometers or miles.
  public static func distance(_ meters: Double, digits: Int = 1) -> Phrase {
    either(
      meters < 1000 ? Phrase("\(meters, digits: 0) m") : Phrase("\(meters / 1000, digits: digits) km"),
      meters < mile / 10
        ? Phrase("\(meters / foot, digits: 0) ft") : Phrase("\(meters / mile, digits: digits) mi"))
  }

  /// Formats a speed in meters per second.
  public static func speed(_ metersPerSecond: Double) -> Phrase { value(metersPerSecond, in: .metersPerSecond) }

  /// Formats the inclination of a machine, in percent.
  public static func incline(_ percent: Double) -> Phrase { Phrase("\(percent, digits: 1) %") }

  /// Formats the pace of a rower, in seconds.
  public static func pace(_ seconds: Double) -> Phrase { Phrase("\(clock(seconds: seconds)) per 500 m") }

  /// Formats a duration in minutes: `7 h 12 min`.
  public static func duration(minutes: Int) -> Phrase {
    minutes < 60
      ? Phrase("\(minutes) min")
      : minutes % 60 == 0 ? Phrase("\(minutes / 60) h") : Phrase("\(minutes / 60) h \(minutes % 60) min")
  }

  /// Formats a duration in seconds: `42 s`, `3 min`.
  public static func duration(seconds: Int) -> Phrase {
    seconds < 120 ? Phrase("\(seconds) s") : duration(minutes: (seconds + 30) / 60)
  }

  /// Formats a duration of exercise in seconds: `2:03`, `1:02:03`.
  public static func clock(seconds: Double) -> Phrase {
    let seconds = Int(seconds.rounded())
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    let rest = digits(seconds % 60)
    return Phrase(verbatim: hours == 0 ? "\(minutes):\(rest)" : "\(hours):\(digits(minutes)):\(rest)")
  }

  /// Formats a file size.
  public static func size(bytes: Int) -> Phrase {
    switch bytes {
    case ..<1000: Phrase("\(bytes) bytes")
    case ..<1_000_000: Phrase("\(Double(bytes) / 1000, digits: 0) kB")
    case ..<1_000_000_000: Phrase("\(Double(bytes) / 1_000_000, digits: 1) MB")
    default: Phrase("\(Double(bytes) / 1_000_000_000, digits: 1) GB")
    }
  }

  /// Formats the time since a moment.
  public static func ago(_ moment: Moment, now: Moment) -> Phrase {
    let minutes = (now - moment).wholeMinutes
    return switch minutes {
    case ..<2: Phrase("just now")
    case ..<120: Phrase("\(minutes) min ago")
    case ..<2880: Phrase("\(minutes / 60) hours ago")
    default: Phrase("\(minutes / 1440) days ago")
    }
  }

  /// Formats a time with its age: "3 min ago (20 Nov, 10:16)". If the time is in the future, as with simulated devices,
  /// the age is omitted.
  public static func time(_ moment: Moment, now: Moment) -> Phrase {
    let wall = moment.wallClock
    let time = Phrase("\(wall.date, .day), \(wall.time)")
    return moment > now ? time : Phrase("\(ago(moment, now: now)) (\(time))")
  }

  /// Formats a number with at most one decimal.
  public static func number(_ value: Double) -> Phrase {
    let tenths = value.rounded(parts: 10)
    return Phrase("\(tenths, digits: tenths == tenths.rounded() ? 0 : 1)")
  }

  private static func either(_ metric: Phrase, _ imperial: Phrase) -> Phrase {
    Phrase("\(metric: metric, imperial: imperial)")
  }

  /// A mile, in meters.
  static let mile = 1609.344
  /// A foot, in meters.
  static let foot = 0.3048
}
