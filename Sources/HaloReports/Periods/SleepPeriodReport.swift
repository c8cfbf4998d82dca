public import HaloHealth
public import HaloInsights

/// The nights that ended on days from one to another, beside as many days before. Front ends lay it out.
public struct SleepPeriodReport: Codable, Sendable, Hashable {
  /// The nights in order, each day there, as columns of the same length.
  public struct Nights: Codable, Sendable, Hashable {
    /// The days of waking up.
    public let date: [CalendarDate]
    /// Falling asleep and waking up of the main sleep; `nil` if there is none.
    public let start: [Moment?]
    public let end: [Moment?]
    /// Minutes asleep in the main sleep; all of it if the device gave no stages.
    public let asleep: [Int?]
    /// Minutes of the main sleep in each stage.
    public let deep: [Int?]
    public let light: [Int?]
    public let rem: [Int?]
    public let awake: [Int?]
    /// Minutes of the main sleep in a stage that the device did not name.
    public let unstaged: [Int?]
    /// Minutes asleep in other sleeps that ended on the day.
    public let napMinutes: [Int]
    /// The state of each night's record.
    public let account: [NightAccount]
    /// The same as a sentence; `nil` if the night was recorded, or is before the first day of which something is known.
    public let accountWords: [Phrase?]
  }

  /// Minutes a night on average, to a tenth. Nights in which the device was worn in part do not count.
  public struct Averages: Codable, Sendable, Hashable {
    public let asleep: Double
    public let deep: Double
    public let light: Double
    public let rem: Double
    public let awake: Double
    /// How many nights.
    public let nights: Int

    /// The averages of some sleeps; `nil` if there are none.
    init?(_ nights: [Night]) {
      guard !nights.isEmpty else { return nil }
      func mean(_ value: (Night) -> Int) -> Double {
        (Double(nights.reduce(0) { $0 + value($1) }) / Double(nights.count) * 10).rounded() / 10
      }
      asleep = mean(\.minutesAsleep)
      (deep, light) = (mean { $0.minutes(in: .deep) }, mean { $0.minutes(in: .light) })
      (rem, awake) = (mean { $0.minutes(in: .rem) }, mean { $0.minutes(in: .awake) })
      self.nights = nights.count
    }
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The nights.
  public let nights: Nights
  /// What is usual in the 28 days before the first; `nil` if fewer than seven nights are known.
  public let usual: UsualNights?
  /// The averages; `nil` if no night is known to its end.
  public let averages: Averages?
  /// Those of as many days before; `nil` if fewer than half of their nights are known.
  public let before: Averages?
  /// The averages in words: how long, how much more or less than before, the shortest and the longest night.
  public let summary: Phrase?
  /// All sleeps with their stages, in order; `nil` unless the report was asked for them.
  public let sleeps: [SleepReport]?
}
