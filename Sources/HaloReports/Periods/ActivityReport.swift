public import HaloHealth
import HaloInsights

/// Movement over a period. Front ends lay it out; its JSON is that of `halo steps --json` and of the page's `activity`.
public struct ActivityReport: Codable, Sendable, Hashable {
  /// The days as columns, one place for each day; unknown values are `nil`.
  public struct Days: Codable, Sendable, Hashable {
    /// The day.
    public let date: [CalendarDate]
    /// Steps.
    public let steps: [Int?]
    /// Distance in metres, as the device estimates it.
    public let distance: [Int?]
    /// Energy spent moving in kilocalories, as the device estimates it.
    public let energy: [Double?]
    /// Minutes of activity.
    public let activeMinutes: [Int?]
    /// Whether the day is known to its end, and counts in means.
    public let complete: [Bool]
    /// Of how much of the day the numbers are: "until 20:16"; `nil` unless the report was asked for it.
    public let coverage: [Phrase?]?

    /// The values of the days that count.
    func counted(_ values: [Double?]) -> [Double] { zip(values, complete).compactMap { $1 ? $0 : nil } }
  }

  /// Means of the days that count, each rounded to a whole number; `nil` if no such day has a value.
  public struct Means: Codable, Sendable, Hashable {
    /// A text for each of the means: "On average 5.2 km".
    public struct Words: Codable, Sendable, Hashable {
      public let steps: Phrase?
      public let distance: Phrase?
      public let energy: Phrase?
      public let activeMinutes: Phrase?
    }

    public let steps: Double?
    /// Metres.
    public let distance: Double?
    /// Kilocalories.
    public let energy: Double?
    public let activeMinutes: Double?
    /// Days with steps that count.
    public let days: Int
    /// The means in words.
    public let words: Words
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The wearer's goal of steps a day; `nil` if there is none.
  public let stepGoal: Int?
  /// The days.
  public let days: Days
  /// Means; `nil` if no day counts.
  public let averages: Means?
  /// Mean steps of as many days before; `nil` if fewer than half of them count, or the period is longer than a month.
  public let stepsBefore: Double?
  /// Steps a day on average, beside the time before, and how often the goal was reached; `nil` if no day counts.
  public let words: Phrase?
}

extension ActivityReport {
  init(_ days: Days, _ steps: PeriodComparison, goal: Int?, _ measures: MeasureWords) {
    (from, to) = (days.date.first ?? .init(daysSince1970: 0), days.date.last ?? .init(daysSince1970: 0))
    stepGoal = goal
    self.days = days
    stepsBefore = steps.before?.value.rounded()
    averages = steps.mean.map { Means(days, $0, measures) }
    let counted = days.counted(days.steps.map { $0.map(Double.init) })
    words = steps.mean.flatMap { mean in
      let head =
        mean.days == 1
        ? Phrase("\(mean.value, digits: 0) steps on the one day that counts")
        : Phrase("\(mean.value, digits: 0) steps a day on average of \(mean.days) days")
      return Phrase.sentences(
        [
          steps.sentence(head, days: days.date.count) { Phrase("\($0, digits: 0) steps") },
          goal.map { goal in
            let reached = counted.count { $0 >= Double(goal) }
            return reached == 0
              ? Phrase("The goal was reached on none of them.") : Phrase("The goal was reached on \(reached) of them.")
          },
        ].compactMap(\.self))
    }
  }
}

extension ActivityReport.Means {
  fileprivate init(_ days: ActivityReport.Days, _ steps: PeriodComparison.Mean, _ measures: MeasureWords) {
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
      distance: words(distance) { measures.distance($0) },
      energy: words(energy) { measures.value($0, of: Metric.activeEnergy) },
      activeMinutes: words(activeMinutes) { MeasureWords.duration(minutes: Int($0)) })
  }
}
