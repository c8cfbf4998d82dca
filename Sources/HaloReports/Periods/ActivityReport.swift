public import HaloHealth
public import HaloInsights

/// Activity over a period. Its JSON is that of `halo steps --json` and of the page's `activity`.
public struct ActivityReport: Codable, Sendable, Hashable {
  /// The days as columns of the same length; unknown values are `nil`.
  public struct Days: Codable, Sendable, Hashable {
    /// The day.
    public let date: [CalendarDate]
    /// Steps.
    public let steps: [Int?]
    /// Distance in meters, estimated by the device.
    public let distance: [Int?]
    /// Active energy in kilocalories, estimated by the device.
    public let energy: [Double?]
    /// Active minutes.
    public let activeMinutes: [Int?]
    /// True if the day has data until its end and counts in means.
    public let complete: [Bool]
    /// The coverage of partial days: "until 20:16"; `nil` without ``ReportDetail/samples``.
    public let coverage: [Phrase?]?

    /// Returns the values of complete days.
    func counted(_ values: [Double?]) -> [Double] { zip(values, complete).compactMap { $1 ? $0 : nil } }
  }

  /// A mean of the complete days, rounded to a whole number.
  public struct Mean: Codable, Sendable, Hashable {
    /// The mean.
    public let value: Double
    /// Number of days.
    public let days: Int
    /// The mean in words: "On average 5.2 km (28 days)".
    public let words: Phrase
  }

  /// The means; `nil` if fewer than half of the complete days have a value.
  public struct Means: Codable, Sendable, Hashable {
    /// Steps.
    public let steps: Mean?
    /// Distance, in meters.
    public let distance: Mean?
    /// Active energy, in kilocalories.
    public let energy: Mean?
    /// Active minutes.
    public let activeMinutes: Mean?
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The wearer's daily step goal, or `nil`.
  public let stepGoal: Int?
  /// The days.
  public let days: Days
  /// The means.
  public let averages: Means
  /// Mean steps of the same number of days before; `nil` if fewer than half of those are complete, or the period is
  /// longer than a month.
  public let stepsBefore: PeriodComparison.Mean?
  /// Mean steps compared with the time before, and how often the goal was reached; `nil` if no day is complete.
  public let words: Phrase?
}

extension ActivityReport {
  /// `known` is the number of complete days with data.
  init(_ days: Days, _ steps: PeriodComparison, known: Int, goal: Int?) {
    (from, to) = (days.date.first ?? .init(daysSince1970: 0), days.date.last ?? .init(daysSince1970: 0))
    stepGoal = goal
    self.days = days
    stepsBefore = steps.before?.rounded()
    func mean(_ values: [Double?], _ text: (Double) -> Phrase) -> Mean? {
      PeriodComparison.Mean(days.counted(values), of: known).map { Mean($0.rounded(), text($0.value.rounded())) }
    }
    averages = Means(
      steps: mean(days.steps.map { $0.map(Double.init) }) { Phrase("\($0, digits: 0) steps") },
      distance: mean(days.distance.map { $0.map(Double.init) }) { MeasureWording.distance($0) },
      energy: mean(days.energy) { MeasureWording.value($0, of: Metric.activeEnergy) },
      activeMinutes: mean(days.activeMinutes.map { $0.map(Double.init) }) {
        MeasureWording.duration(minutes: Int($0))
      })
    let counted = days.counted(days.steps.map { $0.map(Double.init) })
    words = steps.mean.flatMap { mean in
      let head =
        mean.days == 1
        ? Phrase("\(mean.value, digits: 0) steps on the only complete day")
        : Phrase("\(mean.value, digits: 0) steps per day on average over \(mean.days) days")
      return Phrase.sentences(
        [
          steps.sentence(head, days: days.date.count) { Phrase("\($0, digits: 0) steps") },
          goal.map { goal in
            let reached = counted.count { $0 >= Double(goal) }
            return reached == 0
              ? Phrase("The goal was not reached on any of them.")
              : Phrase("The goal was reached on \(reached) of them.")
          },
        ].compactMap(\.self))
    }
  }
}

extension ActivityReport.Mean {
  fileprivate init(_ mean: PeriodComparison.Mean, _ text: Phrase) {
    (value, days) = (mean.value, mean.days)
    words = Phrase("On average \(text) (\(.days(days)))")
  }
}
