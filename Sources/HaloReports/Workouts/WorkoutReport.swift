public import HaloHealth
import HaloInsights

/// A workout: what lists show of it, and its curves and zones if it was asked for as a whole. Front ends lay it out.
public struct WorkoutReport: Codable, Sendable, Hashable, Identifiable {
  /// Mean and highest value of what was measured, to a hundredth.
  public struct Spread: Codable, Sendable, Hashable {
    /// Mean over the time in which it was known.
    public let average: Double
    /// Highest value.
    public let maximum: Double
    /// For how long it was known, in seconds.
    public let seconds: Double
  }

  /// Its number in the journal.
  public let id: Int
  /// What it is called: its sport.
  public let name: Phrase
  /// Which sport.
  public let sport: Workout.Kind
  /// Whose it is.
  public let wearer: String
  /// When it began.
  public let start: Moment
  /// When it ended.
  public let end: Moment
  /// Its length.
  public let seconds: Double
  /// Distance in metres, to a tenth; `nil` if it is not known.
  public let distance: Double?
  /// Energy in kilocalories, an estimate of the machine; `nil` if it is not known.
  public let energy: Double?
  /// Mean heart rate, in whole beats a minute.
  public let averageHeartRate: Double?
  /// Highest heart rate, in beats a minute.
  public let highestHeartRate: Double?
  /// The machine's name; `nil` if there was none, or it was forgotten.
  public let machine: String?
  /// The name of what measured the heart; `nil` if there was nothing, or it was forgotten.
  public let heart: String?
  /// The name that a list shows: the machine's, otherwise that of what measured the heart.
  public let device: String?
  /// Its numbers that are known.
  public let figures: [Figure]
  /// What explains it: `workout@3`.
  public let explain: String
  // What follows is of a whole workout, and `nil` in lists.

  /// Heart rate; `nil` if none was measured.
  public let heartRate: SeriesReport?
  /// Why there is no heart rate; `nil` if there is one.
  public let heartRateReason: Phrase?
  /// Speed in metres a second.
  public let speed: SeriesReport?
  /// Power in watts.
  public let power: SeriesReport?
  /// Steps, strokes or turns of the crank a minute.
  public let cadence: SeriesReport?
  /// How long the heart beat in each zone; `nil` if the zones are not known, or no heart rate.
  public let zones: ZonesReport?
  /// Why there are no zones; `nil` if there are some.
  public let zonesReason: Phrase?
  /// Mean and highest values by the metrics' names in exports: `heart-rate`, `speed`, `power`, `cadence`.
  public let spreads: [String: Spread]?

  /// The figure of that identity.
  public func figure(_ id: String) -> Figure? { figures.first { $0.id == id } }
}

extension WorkoutReport.Spread {
  init(_ spread: WorkoutSummary.Spread) {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    self.init(average: hundredths(spread.average), maximum: hundredths(spread.maximum), seconds: spread.seconds)
  }
}
