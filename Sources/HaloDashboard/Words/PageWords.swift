#if Dashboard
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloWearables

  extension Metric {
    /// What it is called on the page.
    var title: String {
      switch self {
      case .heartRate: "Heart rate"
      case .heartRateVariability: "Heart-rate variability"
      case .heartRateVariabilityRMSSD: "Variability (RMSSD)"
      case .heartRateVariabilitySDNN: "Variability (SDNN)"
      case .oxygenSaturation: "Blood oxygen"
      case .oxygenSaturationMinimum: "Lowest blood oxygen"
      case .oxygenSaturationMaximum: "Highest blood oxygen"
      case .stress: "Stress score"
      case .steps: "Steps"
      case .distance: "Distance"
      case .activeEnergy: "Active energy"
      case .skinTemperature: "Skin temperature"
      case .beatInterval: "Beat intervals"
      case .battery: "Battery"
      case .batteryCharging: "Charging"
      case .speed: "Speed"
      case .power: "Power"
      case .cadence: "Cadence"
      }
    }

    /// What a person has to know to read its values.
    var caution: String? {
      switch self {
      case .stress: "The device's own score, not a physical quantity."
      case .heartRateVariability: "As the device computes it; rings do not say how."
      case .activeEnergy, .distance: "The device's estimate."
      default: nil
      }
    }

    /// The metric of that name in exports.
    init?(exportName: String) {
      guard let metric = Metric.allCases.first(where: { $0.exportName == exportName }) else { return nil }
      self = metric
    }
  }

  extension DerivedMetric {
    /// Its name in addresses: `resting-heart-rate`.
    var exportName: String {
      rawValue.reduce(into: "") { text, character in
        if character.isUppercase { text += "-" }
        text.append(character)
      }.lowercased()
    }

    init?(exportName: String) {
      guard let metric = DerivedMetric.allCases.first(where: { $0.exportName == exportName }) else { return nil }
      self = metric
    }

    /// Its identity on the page, which is shorter.
    var pageID: String {
      switch self {
      case .nightHeartRateVariability: "night-hrv"
      case .dailySteps: "steps"
      case .dailyDistance: "distance"
      default: exportName
      }
    }

    var title: String {
      switch self {
      case .restingHeartRate: "Resting heart rate"
      case .nightHeartRateVariability: "Variability of the night"
      case .timeAsleep: "Time asleep"
      case .timeNapping: "Time napping"
      case .ownTimeAsleep: "Time asleep, by Halo's own stages"
      case .sleepRegularity: "Sleep regularity"
      case .dailySteps: "Steps"
      case .dailyDistance: "Distance"
      case .activeMinutes: "Active minutes"
      case .nightAccount: "What became of the night"
      case .restingHeartRateTrend: "Resting heart rate beside the usual"
      case .nightHeartRateVariabilityTrend: "Variability of the night beside the usual"
      case .timeAsleepTrend: "Time asleep beside the usual"
      case .dailyStepsTrend: "Steps beside the usual"
      }
    }
  }

  /// Numbers and times in sentences.
  enum PageWords {
    /// "7 h 5 min", "45 min".
    static func duration(minutes: Int) -> String {
      minutes < 60
        ? "\(minutes) min" : minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// "3 minutes ago", by two moments.
    static func ago(_ time: Moment, now: Moment) -> String {
      let minutes = max(0, (now.milliseconds - time.milliseconds) / 60_000)
      func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s") ago" }
      return minutes < 1
        ? "just now"
        : minutes < 120
          ? count(minutes, "minute") : minutes < 48 * 60 ? count(minutes / 60, "hour") : count(minutes / 1440, "day")
    }

    /// A number with one decimal where it needs one.
    static func number(_ value: Double) -> String {
      let tenths = (value * 10).rounded() / 10
      return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    /// "52 bpm", "7 h 5 min", "4210 steps".
    static func value(_ value: Double, _ unit: Unit) -> String {
      switch unit {
      case .minutes: duration(minutes: Int(value.rounded()))
      case .score: number(value)
      case .count: "\(Int(value.rounded()))"
      case .flag: value == 1 ? "yes" : "no"
      default: "\(number(value)) \(unit.rawValue)"
      }
    }

    /// A trend: "2 bpm above what is usual for you (59 bpm, by 28 of 28 days)".
    static func beside(_ trend: Trend, _ unit: Unit) -> String {
      let usual =
        "\(value(trend.baseline.usual.rounded(), unit)), by \(trend.baseline.count) of \(trend.baseline.ofDays) days"
      guard trend.verdict != .usual else { return "as usual for you (\(usual))" }
      let distance = value(abs(trend.shownDifference), unit)
      return "\(distance) \(trend.verdict.rawValue) what is usual for you (\(usual))"
    }

    /// Why there is no value of a time, as a sentence.
    static func sentence(_ reason: GapReason) -> String {
      switch reason {
      case .notSyncedInTime: "It was not synced in time: the device no longer has it."
      case .notSyncedYet: "It has not been synced since."
      case .notWorn: "The device was not worn."
      case .charging: "The device was charging, or its battery was empty."
      case .measuringOff: "Its automatic measurement was off."
      case .notSupported: "The device does not measure it by itself."
      case .unknown: "The device was not worn, was charging, or measured nothing."
      }
    }

    /// Why it is not known how long a charge lasts, as a sentence.
    static func sentence(_ gap: BatteryGap) -> String {
      switch gap {
      case .noReadings: "The device has not said yet how full it is."
      case .fewReadings(let count, let needed):
        "How long it lasts is not known yet: \(count) of \(needed) readings that it takes. Every sync brings one."
      case .shortTime(let hours, let needed):
        "How long it lasts is not known yet: its readings are of \(number(hours)) hours, \(number(needed)) are needed."
      case .smallDrop(let percent, let needed):
        "How long it lasts is not known yet: the charge went down by \(number(percent)) %, \(number(needed)) % are needed."
      case .unclear: "How long it lasts is not known: its readings contradict each other too much."
      case .charging: "It is being charged."
      case .old(let hours): "How long it lasts is not known: the last reading is \(number(hours)) hours old. Sync it."
      }
    }

    static func source(_ source: SampleSource) -> String {
      switch source {
      case .log: "measured by the device by itself"
      case .live: "measured while somebody watched"
      case .manual: "measured on the device at the wearer's wish"
      case .push: "sent by the device unasked"
      case .algorithm: "computed by Halo"
      }
    }
  }
#endif
