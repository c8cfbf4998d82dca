import HaloSignals

/// An algorithm with its version: its definition, its source, and the meaning of its confidence. `docs/insights.md` has
/// the details.
public struct InsightAlgorithm: Sendable, Hashable {
  /// The name, as stored in the journal, such as `resting-heart-rate`.
  public let name: String
  /// The version. A value of a newer version replaces one of an older version.
  public let version: Int
  /// The definition, in a sentence.
  public let definition: Phrase
  /// The source of the definition.
  public let source: Phrase
  /// The meaning of the confidence, or the reason for its absence.
  public let confidence: Phrase

  /// All algorithms with results that may be in a journal.
  public static let all: [InsightAlgorithm] = [
    .restingHeartRate, .restingHeartRateSparse, .restingHeartRateAwake, .restingHeartRateReported, .deviceVariability,
    .rmssd, .timeAsleep, .timeAsleepWithoutStages, .napping, .ownStages, .sleepRegularity, .deviceTotal, .sumOfLog,
    .nightAccount, .baseline,
  ]

  /// A number that grows with every new algorithm and version.
  public static let generation = all.reduce(0) { $0 + $1.version }

  /// True if values of two algorithms can be compared. A device's total and the sum of its log are the same count at
  /// different times.
  public static func areComparable(_ first: String, _ second: String) -> Bool {
    let counts: Set = [deviceTotal.name, sumOfLog.name]
    return first == second || counts.contains(first) && counts.contains(second)
  }

  /// The algorithm with that name.
  public static func named(_ name: String) -> InsightAlgorithm? { all.first { $0.name == name } }

  static let restingHeartRate = InsightAlgorithm(
    name: "resting-heart-rate", version: 2,
    definition: Phrase("the lowest median of the heart rates of half an hour (four at least) within the main sleep"),
    source: Phrase("Halo's; makers similarly use the lowest value of the night, over 5 to 30 minutes"),
    confidence: Phrase("the share of the main sleep, in steps of ten minutes, in which the heart rate was measured"))
  static let restingHeartRateSparse = InsightAlgorithm(
    name: "resting-heart-rate-sparse", version: 2,
    definition: Phrase(
      "the median heart rate of the main sleep, because it was measured less often than every ten minutes"),
    source: Phrase("Halo's; a few beats per minute above the lowest value of the night"),
    confidence: Phrase("the share of the hours of the main sleep in which the heart rate was measured"))
  static let restingHeartRateAwake = InsightAlgorithm(
    name: "resting-heart-rate-awake", version: 3,
    definition:
      Phrase(
        "the lowest median of the heart rates of half an hour (four at least) of the day, outside of naps and half an hour or more after the last step, because the day has no main sleep"
      ),
    source: Phrase("Halo's, after the clinical measurement at rest; a few beats per minute above that of sleep"),
    confidence: Phrase("none: it is unknown how still the wearer sat"))
  static let restingHeartRateReported = InsightAlgorithm(
    name: "resting-heart-rate-reported", version: 1,
    definition:
      Phrase("the day's last value of the device or app, because too few heart rates at rest are known to compute one"),
    source: Phrase("the device's or the app's own, by a method of its own"),
    confidence: Phrase("none: the device does not report a confidence"))
  static let deviceVariability = InsightAlgorithm(
    name: "night-hrv-device", version: 2,
    definition: Phrase("the median of the device's own HRV values (three at least) within the main sleep"),
    source: Phrase(
      "Halo's; the device does not say whether its values are RMSSD or SDNN, so compare it only with itself"),
    confidence: Phrase("the share of the hours of the main sleep in which HRV was measured"))
  static let rmssd = InsightAlgorithm(
    name: "night-hrv-rmssd", version: 2,
    definition: Phrase("the median of the RMSSD values (three at least) within the main sleep"),
    source: Phrase("RMSSD: Task Force of the ESC and NASPE 1996; the median over the night is Halo's"),
    confidence: Phrase("the share of the hours of the main sleep in which HRV was measured"))
  static let timeAsleep = InsightAlgorithm(
    name: "time-asleep", version: 2,
    definition:
      Phrase(
        "light, deep and REM minutes of the main sleep, as the device staged them, and those that it reported as sleep without a stage; if a part of the sleep has no stages at all, all of that part but time awake"
      ),
    source: Phrase("the device's own stages, which are an estimate"),
    confidence: Phrase("none: the device does not report a confidence for its stages"))
  static let timeAsleepWithoutStages = InsightAlgorithm(
    name: "time-asleep-unstaged", version: 2,
    definition:
      Phrase(
        "falling asleep to waking up, because the device reported no stages, without the time awake that it reported"),
    source: Phrase("the device's own times, which are an estimate"),
    confidence: Phrase("none: the device does not report a confidence"))
  static let napping = InsightAlgorithm(
    name: "time-napping", version: 1, definition: Phrase("minutes asleep in all sleeps of the day except the main one"),
    source: Phrase("the device's own stages, which are an estimate"),
    confidence: Phrase("none: the device does not report a confidence for its stages"))
  static let ownStages = InsightAlgorithm(
    name: "halo-stages", version: SleepStager.version + 1,
    definition:
      Phrase(
        "minutes of the main sleep that Halo's own stager does not classify as awake, from the movement and the heart rate of a raw recording"
      ),
    source: Phrase("Halo's, trained on nights with polysomnography and a watch; not validated on a finger"),
    confidence: Phrase("the mean probability of the stages by the model"))
  static let sleepRegularity = InsightAlgorithm(
    name: "sleep-regularity-index", version: 3,
    definition:
      Phrase(
        "how often the wearer was asleep or awake at both of two minutes 24 hours apart, over the last 14 days: 100 always, 0 as by chance"
      ),
    source: Phrase("Phillips and others 2017, Scientific Reports 7:3216"),
    confidence: Phrase("the share of all pairs of minutes in which it is known whether the wearer slept"))
  static let deviceTotal = InsightAlgorithm(
    name: "device-total", version: 3,
    definition: Phrase("the device's own total of the day, and what other devices counted at other times"),
    source: Phrase("the device's own count"),
    confidence: Phrase("none: the device's method of counting is unknown"))
  static let sumOfLog = InsightAlgorithm(
    name: "sum-of-log", version: 3,
    definition: Phrase("the sum of the logs of the day; where devices counted at the same time, one of them counts"),
    source: Phrase("the devices' own counts"), confidence: Phrase("none: the device's method of counting is unknown"))
  static let nightAccount = InsightAlgorithm(
    name: "night-account", version: 3,
    definition:
      Phrase(
        "the outcome of the night: recorded, not worn, lost or unknown, by its measurements and the times of syncs"),
    source: Phrase("Halo's"),
    confidence: Phrase("the share of the usual hours of sleep for which it is known whether the device was worn"))
  static let baseline = InsightAlgorithm(
    name: "own-baseline", version: 2,
    definition:
      Phrase(
        "the value minus the median of the 28 days before (60 if fewer than seven have a value); only values of the same algorithm are compared"
      ),
    source: Phrase("the median, and as spread 1.4826 times the median absolute deviation: Hampel 1974"),
    confidence: Phrase("the share of those days that have a value"))
}
