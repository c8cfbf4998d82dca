public import HaloHealth
public import HaloInsights

/// All that is known of the night that ended on a day. Front ends lay it out.
public struct NightReport: Codable, Sendable, Hashable {
  /// The state of the night's record.
  public struct Account: Codable, Sendable, Hashable {
    /// What it is.
    public let kind: NightAccount
    /// The same as a sentence.
    public let words: Phrase
    /// The share of the usual hours of sleep in which the device was worn, 0…1; `nil` if that is not known.
    public let confidence: Double?
  }

  /// Halo's own stages of the main sleep, from a raw recording.
  public struct OwnStages: Codable, Sendable, Hashable {
    /// A time in one stage.
    public struct Stretch: Codable, Sendable, Hashable {
      /// `awake`, `light`, `deep`, `rem`, or `asleep` if no heart rate told how.
      public let stage: String
      public let start: Moment
      public let end: Moment
    }

    /// How likely the stages are by the model, on average, 0…1.
    public let confidence: Double?
    /// Minutes in each stage.
    public let minutesOfStage: [String: Int]
    /// The stages, one after the other; times of which too little was received are left out.
    public let stages: [Stretch]
    /// What one has to know to read them.
    public let note: Phrase
    /// What explains them.
    public let explain: String
  }

  /// A time that charts show.
  public struct Window: Codable, Sendable, Hashable {
    public let start: Moment
    public let end: Moment
  }

  /// The day of waking up.
  public let date: CalendarDate
  /// The state of the night's record.
  public let account: Account
  /// The numbers of the night.
  public let figures: [Figure]
  /// The main sleep; `nil` if there is none.
  public let main: SleepReport?
  /// The other sleeps that ended on this day.
  public let naps: [SleepReport]
  /// Halo's own stages; `nil` if there are none.
  public let ownStages: OwnStages?
  /// What is usual in the 28 days before; `nil` if fewer than seven nights are known.
  public let usual: UsualNights?
  /// The time of the series below: half an hour more than the sleep on both sides, or the usual hours if there is none.
  public let window: Window
  /// Heart rate.
  public let heartRate: SeriesReport?
  /// Blood oxygen.
  public let oxygen: SeriesReport?
  /// HRV: the device's own values, or RMSSD if it has none.
  public let heartRateVariability: SeriesReport?

  /// The figure of that identity.
  public func figure(_ id: String) -> Figure? { figures.first { $0.id == id } }
}
