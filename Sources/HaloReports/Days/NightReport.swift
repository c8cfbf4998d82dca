/// All data of the night that ended on a day.
public struct NightReport: FiguresAndSeries, Codable, Sendable, Hashable {
  /// The status of the night's data.
  public struct Account: Codable, Sendable, Hashable {
    /// The status.
    public let kind: NightOutcome
    /// The status as a sentence.
    public let words: Phrase
    /// The share of the usual hours of sleep in which the device was worn, 0…1; `nil` if unknown.
    public let confidence: Double?
  }

  /// Halo's own stages of the main sleep, from a raw recording.
  public struct OwnStages: Codable, Sendable, Hashable {
    /// An interval in one stage.
    public struct Stretch: Codable, Sendable, Hashable {
      /// `awake`, `light`, `deep`, `rem`, or `asleep` if the stage is unknown for lack of heart rate data.
      public let stage: String
      /// Start of the interval.
      public let start: Moment
      /// End of the interval.
      public let end: Moment
    }

    /// Mean probability of the stages according to the model, 0…1.
    public let confidence: Double?
    /// Minutes in each stage.
    public let minutesOfStage: [String: Int]
    /// The stages in order. Times with too little data are omitted.
    public let stages: [Stretch]
    /// A note on how to interpret the stages.
    public let note: Phrase
    /// The id of the explanation.
    public let explain: String
  }

  /// The time range that charts show.
  public struct Window: Codable, Sendable, Hashable {
    /// Start of the range.
    public let start: Moment
    /// End of the range.
    public let end: Moment
  }

  /// The day of waking up.
  public let date: CalendarDate
  /// The status of the night's data.
  public let account: Account
  /// The figures of the night.
  public let figures: [Figure]
  /// The main sleep, or `nil`.
  public let main: SleepReport?
  /// The other sleeps that ended on this day.
  public let naps: [SleepReport]
  /// Halo's own stages, or `nil`.
  public let ownStages: OwnStages?
  /// The usual values before; `nil` with fewer than seven nights.
  public let usual: UsualNights?
  /// The time range of the series below: the sleep with a margin of half an hour, otherwise the usual hours of sleep.
  public let window: Window
  /// The series with values, in display order.
  public let series: [SeriesReport]
}
