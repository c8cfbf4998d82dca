/// A workout: its summary for lists, and its series and zones in a full report.
public struct WorkoutReport: Codable, Sendable, Hashable, Identifiable {
  /// Mean and highest value, rounded to hundredths.
  public typealias Spread = WorkoutSummary.Spread

  /// The workout's number in the journal.
  public let id: Int
  /// The display name: the sport.
  public let name: Phrase
  public let sport: Workout.Kind
  /// The wearer's name.
  public let wearer: String
  /// Start time.
  public let start: Moment
  /// End time.
  public let end: Moment
  /// Duration in seconds, without pauses that are known.
  public let seconds: Double
  /// Pauses between start and end, in seconds; `nil` if unknown.
  public let paused: Double?
  /// Distance in meters, rounded to tenths; `nil` if unknown.
  public let distance: Double?
  /// Energy in kilocalories, estimated by the device; `nil` if unknown.
  public let energy: Double?
  /// How the distance was counted, and what speaks against it; `nil` without a machine that counts it.
  public let distanceCount: WorkoutCount?
  /// How the energy was counted, and what speaks against it; `nil` without a machine that counts it.
  public let energyCount: WorkoutCount?
  /// Mean heart rate, in whole beats per minute.
  public let averageHeartRate: Double?
  /// Highest heart rate, in beats per minute.
  public let highestHeartRate: Double?
  /// The machine's name; `nil` if no machine was used, or it was unpaired.
  public let machine: String?
  /// The name of the heart rate device; `nil` if there is no heart rate.
  public let heart: String?
  /// The device's name for lists: the machine, otherwise the device or app of an import, otherwise the heart rate device.
  public let device: String?
  /// The figures with values.
  public let figures: [Figure]
  /// The id of the explanation: `workout@3`.
  public let explain: String
  // The following properties are `nil` in lists.

  /// The series with values, in display order.
  public let series: [SeriesReport]?
  /// Why there is no heart rate; `nil` if there is one.
  public let heartRateReason: Phrase?
  /// Time in heart rate zones; `nil` if the zones are unknown, or there is no heart rate.
  public let zones: ZonesReport?
  /// Why there are no zones; `nil` if there are some.
  public let zonesReason: Phrase?
  /// Mean and highest values by export name: `heart-rate`, `speed`, `power`, `cadence`, `inclination`, `resistance`.
  public let spreads: [String: Spread]?
  /// What the machine counted, by export name: `strokes`, `strides`, `steps`, `floors`, `ascent`, `descent`.
  public let counts: [String: Double]?
  /// Which device logged values, how many, and in which interval, by export name. Values that the workout's own device
  /// measured live have no note.
  public let notes: [String: Phrase]?

  /// Returns the figure with this id.
  public func figure(_ id: FigureID) -> Figure? { figures.first { $0.id == id } }
  /// Returns the series of a metric; `nil` if it has no values, and in lists.
  public func series(_ metric: Metric) -> SeriesReport? { series?.first { $0.id == metric } }
}
