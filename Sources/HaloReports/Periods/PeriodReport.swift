public import HaloHealth
import HaloInsights

/// A week, a month or a year as a table: a row for each day or month, and the means. Front ends lay it out; its JSON is that of
/// `halo week --json`.
public struct PeriodReport: Codable, Sendable, Hashable {
  /// What a row is of.
  public enum Step: String, Codable, Sendable, Hashable {
    case day
    case month
  }

  /// A column of the table, in the order in which they are shown.
  public enum Column: Sendable, Hashable, CaseIterable {
    case steps
    case distance
    case asleep
    case heartRate
    case resting
    case hrv

    /// Its heading.
    public var title: Phrase {
      switch self {
      case .steps: Phrase("Steps")
      case .distance: Phrase("Distance")
      case .asleep: Phrase("Asleep")
      case .heartRate: Phrase("Heart rate")
      case .resting: Phrase("Resting")
      case .hrv: Phrase("HRV")
      }
    }
  }

  /// A day, or the means of several days; unknown values are `nil`.
  public struct Row: Codable, Sendable, Hashable {
    /// The day, or the first day of the month; `nil` of the means of all.
    public let date: CalendarDate?
    /// Steps.
    public let steps: Double?
    /// Distance in metres, as the device estimates it.
    public let distance: Double?
    /// Minutes asleep in the main sleep that ended on the day.
    public let asleep: Double?
    /// Lowest and highest heart rate that was logged, in beats a minute.
    public let low: Double?
    public let high: Double?
    /// Resting heart rate, in beats a minute.
    public let resting: Double?
    /// Overnight HRV, in milliseconds.
    public let hrv: Double?
    /// Whether the day counts in means; `nil` of means.
    public let complete: Bool?
    /// Of how much of the day the numbers are: "until 20:16"; `nil` if of all of it.
    public let coverage: Phrase?
    /// Of how many days the means are; `nil` of a day.
    public let days: Int?

    /// What a column shows, in the wearer's units; `nil` if it is not known.
    public func text(_ column: Column, _ measures: MeasureWords) -> Phrase? {
      switch column {
      case .steps: steps.map { measures.value($0, of: .dailySteps) }
      case .distance: distance.map { measures.distance($0) }
      case .asleep: asleep.map { measures.value($0, of: .timeAsleep) }
      case .heartRate:
        if let low, let high { Phrase("\(low, digits: 0)–\(high, digits: 0) bpm") } else { nil }
      case .resting: resting.map { measures.value($0, of: .restingHeartRate) }
      case .hrv: hrv.map { measures.value($0, of: .nightHeartRateVariability) }
      }
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { [steps, distance, asleep, low, resting, hrv].allSatisfy { $0 == nil } }
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// What a row is of.
  public let step: Step
  /// The rows in order, each day or month there.
  public let rows: [Row]
  /// The means of the days that count; `nil` if there are none.
  public let averages: Row?

  init(from: CalendarDate, to: CalendarDate, _ step: Step, _ rows: [Row], averages: Row?) {
    (self.from, self.to, self.step, self.rows, self.averages) = (from, to, step, rows, averages)
  }

  /// Days in order of time as a device sent them; `nil` if there are none.
  public init?(_ days: [DaySummary]) {
    guard let first = days.first, let last = days.last else { return nil }
    self.init(from: first.date, to: last.date, .day, days.map(Row.init), averages: nil)
  }
}

extension PeriodReport.Row {
  fileprivate init(_ day: DaySummary) {
    let rates = (day.samples[.heartRate] ?? []).map(\.value)
    let nights = day.nights.filter { !$0.isDoubtful }
    self.init(
      date: day.date, steps: day.movement.map { Double($0.steps) }, distance: day.movement.map { Double($0.meters) },
      asleep: nights.isEmpty ? nil : Double(nights.reduce(0) { $0 + $1.minutesAsleep }), low: rates.min(),
      high: rates.max(), resting: nil, hrv: nil, complete: nil, coverage: nil, days: nil)
  }
}
