/// What the rows of one of Gadgetbridge's tables of activity mean. Sources: its generator of tables (GBDaoGenerator), and
/// its readers and writers of them, such as GarminActivitySampleProvider and HPlusHandlerThread.
struct GadgetbridgeTable {
  /// What the amounts of a row are.
  enum Meaning {
    /// Those of the minutes from the row on, or until its OTHER_TIMESTAMP.
    case interval(minutes: Int)
    /// Those from local midnight until the row.
    case sinceMidnight
  }

  /// A column, what its unit is in the metric's, and the most that a person can do in a minute.
  typealias Amount = (column: String, metric: Metric, factor: Double, mostPerMinute: Double)

  /// `nil` if the rows must show it.
  private(set) var meaning: Meaning? = .interval(minutes: 1)
  /// Sprinters take less than 5 steps a second, 300 a minute (Salo et al., Med. Sci. Sports Exerc. 43:6, 2011).
  private(set) var amounts: [Amount] = [("STEPS", .steps, 1, 400)]
  /// The RAW_KIND of the rows that count: others repeat them, as totals of a day.
  private(set) var kind: Int?

  /// A table by its name.
  init(_ name: String) {
    // 60 km/h.
    let meters = ("DISTANCE", Metric.distance, 1.0, 1000.0)
    let centimeters = ("DISTANCE_CM", Metric.distance, 0.01, 1000.0)
    switch name.dropLast("_ACTIVITY_SAMPLE".count) {
    case "COLMI": (meaning, amounts) = (.interval(minutes: 15), amounts + [meters])
    case "HPLUS_HEALTH": (meaning, kind) = (.interval(minutes: 10), 102)
    case "HUAMI_EXTENDED", "MI_BAND", "PEBBLE_HEALTH": break
    case "HUAWEI": amounts.append(meters)
    case "XIAOMI": amounts.append(centimeters)
    case "CMF", "FITBIT", "OVTOUCH26": meaning = .sinceMidnight
    // Kilocalories, at most 40 times those at rest.
    case "GARMIN":
      meaning = .sinceMidnight
      amounts = amounts + [centimeters, ("ACTIVE_CALORIES", .activeEnergy, 1, 50)]
    default: meaning = nil
    }
  }
}
