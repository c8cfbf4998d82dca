/// The nights that ended in a range of days, compared with the same number of days before.
public struct SleepPeriodReport: Codable, Sendable, Hashable {
  /// The nights in order, as columns of the same length.
  public struct Nights: Codable, Sendable, Hashable {
    /// The days of waking up.
    public let date: [CalendarDate]
    /// Time of falling asleep in the main sleep, or `nil`.
    public let start: [Moment?]
    /// Time of waking up from the main sleep, or `nil`.
    public let end: [Moment?]
    /// Minutes asleep in the main sleep; all minutes if the device reported no stages.
    public let asleep: [Int?]
    /// Minutes of deep sleep in the main sleep.
    public let deep: [Int?]
    /// Minutes of light sleep in the main sleep.
    public let light: [Int?]
    /// Minutes of REM sleep in the main sleep.
    public let rem: [Int?]
    /// Minutes awake in the main sleep.
    public let awake: [Int?]
    /// Minutes of the main sleep without a stage.
    public let unstaged: [Int?]
    /// Minutes asleep in other sleeps that ended on the day.
    public let napMinutes: [Int]
    /// The status of each night's data.
    public let account: [NightOutcome]
    /// The status as a sentence; `nil` if the night was recorded, or is before the first day with data.
    public let accountWords: [Phrase?]
  }

  /// Mean minutes per night, rounded to tenths; `nil` if fewer than half of the days with data have a value. Partly worn
  /// nights are excluded.
  public struct Averages: Codable, Sendable, Hashable {
    /// Time asleep.
    public let asleep: PeriodComparison.Mean
    /// Deep sleep.
    public let deep: PeriodComparison.Mean?
    /// Light sleep.
    public let light: PeriodComparison.Mean?
    /// REM sleep.
    public let rem: PeriodComparison.Mean?
    /// Time awake.
    public let awake: PeriodComparison.Mean?

    /// Computes the averages of some sleeps among `known` days with data, or `nil`.
    init?(_ nights: [Night], of known: Int) {
      func mean(_ minutes: (Night) -> Int?) -> PeriodComparison.Mean? {
        PeriodComparison.Mean(nights.compactMap { minutes($0).map(Double.init) }, of: known)?.rounded(parts: 10)
      }
      func stage(_ stage: SleepStage) -> PeriodComparison.Mean? { mean { $0.knownMinutes(in: stage) } }
      guard let asleep = mean(\.minutesAsleep) else { return nil }
      self.asleep = asleep
      deep = stage(.deep)
      light = stage(.light)
      rem = stage(.rem)
      awake = stage(.awake)
    }
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  public let nights: Nights
  /// The usual values before the first day; `nil` with fewer than seven nights.
  public let usual: UsualNights?
  /// The averages; `nil` if fewer than half of the days with data have a complete night.
  public let averages: Averages?
  /// The averages of the same number of days before; `nil` if fewer than half of those nights have data.
  public let before: Averages?
  /// The averages in words: duration, comparison with the time before, shortest and longest night.
  public let summary: Phrase?
  /// All sleeps with their stages, in order; `nil` without ``ReportDetail/samples``.
  public let sleeps: [SleepReport]?
}
