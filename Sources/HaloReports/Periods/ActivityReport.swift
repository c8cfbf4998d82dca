public import HaloHealth
import HaloInsights

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

  /// Means of the complete days, rounded to whole numbers; `nil` if no such day has a value.
  public struct Means: Codable, Sendable, Hashable {
    /// The means in words: "On average 5.2 km".
    public struct Words: Codable, Sendable, Hashable {
      /// Mean steps in words.
      public let steps: Phrase?
      /// Mean distance in words.
      public let distance: Phrase?
      /// Mean active energy in words.
      public let energy: Phrase?
      /// Mean active minutes in words.
      public let activeMinutes: Phrase?
    }

    /// Mean steps.
    public let steps: Double?
    /// Mean distance, in meters.
    public let distance: Double?
    /// Mean active energy, in kilocalories.
    public let energy: Double?
    /// Mean active minutes.
    public let activeMinutes: Double?
    /// Number of complete days with steps.
    public let days: Int
    /// The means in words.
    public let words: Words
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The wearer's daily step goal, or `nil`.
  public let stepGoal: Int?
  /// The days.
  public let days: Days
  /// The means; `nil` if no day is complete.
  public let averages: Means?
  /// Mean steps of the same number of days before; `nil` if fewer than half of those are complete, or the period is
  /// longer than a month.
  public let stepsBefore: Double?
  /// Mean steps compared with the time before, and how often the goal was reached; `nil` if no day is complete.
  public let words: Phrase?
}

extension ActivityReport {
  init(_ days: Days, _ steps: PeriodComparison, goal: Int?) {
    (from, to) = (days.date.first ?? .init(daysSince1970: 0), days.date.last ?? .init(daysSince1970: 0))
    stepGoal = goal
    self.days = days
    stepsBefore = steps.before?.value.rounded()
    averages = steps.mean.map { Means(days, $0) }
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

extension ActivityReport.Means {
  fileprivate init(_ days: ActivityReport.Days, _ steps: PeriodComparison.Mean) {
    func mean(_ values: [Double?]) -> Double? { PeriodComparison.Mean(days.counted(values))?.value.rounded() }
    func words(_ value: Double?, _ text: (Double) -> Phrase) -> Phrase? {
      value.map { Phrase("On average \(text($0))") }
    }
    self.steps = steps.value.rounded()
    distance = mean(days.distance.map { $0.map(Double.init) })
    energy = mean(days.energy)
    activeMinutes = mean(days.activeMinutes.map { $0.map(Double.init) })
    self.days = steps.days
    self.words = Words(
      steps: words(self.steps) { Phrase("\($0, digits: 0) steps") },
      distance: words(distance) { MeasureWording.distance($0) },
      energy: words(energy) { MeasureWording.value($0, of: Metric.activeEnergy) },
      activeMinutes: words(activeMinutes) { MeasureWording.duration(minutes: Int($0)) })
  }
}
