/// A table of a week, a month or a year: a row for each day or month, and the means. Its JSON is that of `halo week
/// --json`.
public struct PeriodReport: Codable, Sendable, Hashable {
  /// The length of a row's period.
  public enum Step: String, Codable, Sendable, Hashable {
    case day
    case month
  }

  /// A column of the table, in display order.
  public enum Column: String, Codable, CodingKeyRepresentable, Sendable, Hashable, CaseIterable {
    case steps
    case distance
    case asleep
    case heartRate
    case resting
    case hrv

    /// The heading.
    public var title: Phrase {
      switch self {
      case .steps: Phrase("Steps")
      case .distance: Phrase("Distance")
      case .asleep: Phrase("Asleep")
      case .heartRate: Phrase("HR")
      case .resting: Phrase("Resting")
      case .hrv: Phrase("HRV")
      }
    }

    /// The unit of all texts, for the heading; `nil` if each text has its own.
    public var unit: Unit? {
      switch self {
      case .heartRate, .resting: .beatsPerMinute
      case .hrv: .milliseconds
      default: nil
      }
    }
  }

  /// A day, or the means of several days; unknown values are `nil`.
  public struct Row: Codable, Sendable, Hashable {
    /// The day, or the first day of the month; `nil` for the means of all days.
    public let date: CalendarDate?
    /// Steps.
    public internal(set) var steps: Double?
    /// Distance in meters, estimated by the device.
    public internal(set) var distance: Double?
    /// Minutes asleep in the main sleep that ended on the day.
    public internal(set) var asleep: Double?
    /// Lowest logged heart rate, in beats per minute.
    public internal(set) var low: Double?
    /// Highest logged heart rate, in beats per minute.
    public internal(set) var high: Double?
    /// Resting heart rate, in beats per minute.
    public internal(set) var resting: Double?
    /// Overnight HRV, in milliseconds.
    public internal(set) var hrv: Double?
    /// True if the day counts in means; `nil` for means.
    public internal(set) var complete: Bool?
    /// The coverage of a partial day: "until 20:16"; `nil` if the whole day has data.
    public internal(set) var coverage: Phrase?
    /// Number of days in the mean of each column; `nil` for a day.
    public internal(set) var days: [Column: Int]?

    /// The text of a column in the wearer's units, without ``Column/unit``; `nil` if unknown.
    public func text(_ column: Column) -> Phrase? {
      switch column {
      case .steps: steps.map { MeasureWording.value($0, of: .dailySteps) }
      case .distance: distance.map { MeasureWording.distance($0) }
      case .asleep: asleep.map { MeasureWording.value($0, of: .timeAsleep) }
      case .heartRate:
        if let low, let high { Phrase("\(low, digits: 0)–\(high, digits: 0)") } else { nil }
      case .resting: resting.map { Phrase("\($0, digits: 0)") }
      case .hrv: hrv.map { Phrase("\($0, digits: 0)") }
      }
    }

    /// True if all values are unknown.
    public var isEmpty: Bool { [steps, distance, asleep, low, resting, hrv].allSatisfy { $0 == nil } }
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The length of a row's period.
  public let step: Step
  /// The rows in order.
  public let rows: [Row]
  /// The means of the complete days, each if half of the days with data have a value; `nil` if none has data.
  public let averages: Row?
}
