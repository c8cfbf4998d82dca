public import HaloHealth

/// Values with their units, in the units that a person chose.
public struct MeasureWords: Sendable, Hashable {
  /// Which units.
  public let units: UnitSystem

  /// Values in those units.
  public init(_ units: UnitSystem) { self.units = units }

  /// A value of a metric: `62 bpm`.
  public func value(_ value: Double, of metric: Metric) -> Phrase {
    switch metric {
    case .distance: distance(value)
    case .skinTemperature: temperature(value)
    case .speed: speed(value)
    case .batteryCharging: value == 1 ? Phrase("charging") : Phrase("not charging")
    default: Self.value(Self.number(value), metric.unit)
    }
  }

  /// A computed value: `7 h 31 min`, `62 bpm`. Heart rate and HRV are shown as whole numbers: nothing here is known better.
  public func value(_ value: Double, of metric: DerivedMetric) -> Phrase {
    switch metric.unit {
    case .minutes: Self.duration(minutes: Int(value.rounded()))
    case .meters: distance(value)
    case .count: Phrase("\(value, digits: 0)")
    default: Self.value(Phrase("\(value, digits: 0)"), metric.unit)
    }
  }

  /// A distance in metres, with so many digits of kilometres or miles.
  public func distance(_ meters: Double, digits: Int = 1) -> Phrase {
    switch units {
    case .metric:
      meters < 1000 ? Phrase("\(meters, digits: 0) m") : Phrase("\(meters / 1000, digits: digits) km")
    case .imperial:
      meters < Self.mile / 10
        ? Phrase("\(meters / Self.foot, digits: 0) ft") : Phrase("\(meters / Self.mile, digits: digits) mi")
    }
  }

  /// A temperature in degrees Celsius.
  public func temperature(_ celsius: Double) -> Phrase {
    switch units {
    case .metric: Phrase("\(celsius, digits: 1) °C")
    case .imperial: Phrase("\(celsius * 1.8 + 32, digits: 1) °F")
    }
  }

  /// A speed in metres a second.
  public func speed(_ metersPerSecond: Double) -> Phrase {
    switch units {
    case .metric: Phrase("\(metersPerSecond * 3.6, digits: 1) km/h")
    case .imperial: Phrase("\(metersPerSecond * 3600 / Self.mile, digits: 1) mph")
    }
  }

  /// A length of time in minutes: `7 h 12 min`.
  public static func duration(minutes: Int) -> Phrase {
    minutes < 60
      ? Phrase("\(minutes) min")
      : minutes % 60 == 0 ? Phrase("\(minutes / 60) h") : Phrase("\(minutes / 60) h \(minutes % 60) min")
  }

  /// A length of time in seconds: `42 s`, `3 min`.
  public static func duration(seconds: Int) -> Phrase {
    seconds < 120 ? Phrase("\(seconds) s") : duration(minutes: (seconds + 30) / 60)
  }

  /// A length of sport in seconds, as a stopwatch shows it: `2:03`, `1:02:03`.
  public static func clock(seconds: Double) -> Phrase {
    let seconds = Int(seconds.rounded())
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, digits(seconds % 60))
    return Phrase(verbatim: hours == 0 ? "\(minutes):\(rest)" : "\(hours):\(digits(minutes)):\(rest)")
  }

  /// A size of a file.
  public static func size(bytes: Int) -> Phrase {
    switch bytes {
    case ..<1000: Phrase("\(bytes) bytes")
    case ..<1_000_000: Phrase("\(Double(bytes) / 1000, digits: 0) kB")
    case ..<1_000_000_000: Phrase("\(Double(bytes) / 1_000_000, digits: 1) MB")
    default: Phrase("\(Double(bytes) / 1_000_000_000, digits: 1) GB")
    }
  }

  /// How long ago something was.
  public static func ago(_ moment: Moment, now: Moment) -> Phrase {
    let minutes = (now - moment).wholeMinutes
    return switch minutes {
    case ..<2: Phrase("just now")
    case ..<120: Phrase("\(minutes) min ago")
    case ..<2880: Phrase("\(minutes / 60) hours ago")
    default: Phrase("\(minutes / 1440) days ago")
    }
  }

  /// A time with how long ago it is: "3 min ago (20 Nov, 10:16)". A simulated device's time may be later than now: then it is the time alone.
  public static func time(_ moment: Moment, now: Moment) -> Phrase {
    let wall = moment.wallClock
    let time = Phrase("\(wall.date, .day), \(wall.time)")
    return moment > now ? time : Phrase("\(ago(moment, now: now)) (\(time))")
  }

  /// A number with one decimal if it needs one.
  public static func number(_ value: Double) -> Phrase {
    let tenths = (value * 10).rounded() / 10
    return Phrase("\(tenths, digits: tenths == tenths.rounded() ? 0 : 1)")
  }

  private static func value(_ number: Phrase, _ unit: Unit) -> Phrase {
    switch unit {
    case .beatsPerMinute: Phrase("\(number) bpm")
    case .milliseconds: Phrase("\(number) ms")
    case .percent: Phrase("\(number) %")
    case .kilocalories: Phrase("\(number) kcal")
    case .watts: Phrase("\(number) W")
    case .perMinute: Phrase("\(number) a minute")
    case .score: Phrase("\(number) of 100")
    default: number
    }
  }

  private static let mile = 1609.344
  private static let foot = 0.3048
}
