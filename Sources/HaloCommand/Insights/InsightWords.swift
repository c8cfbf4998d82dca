import HaloHealth
import HaloInsights

/// What is computed of days, in words.
enum InsightWords {
  /// What a computed value is called: "resting heart rate".
  static func name(_ metric: DerivedMetric) -> String {
    switch metric {
    case .restingHeartRate: "resting heart rate"
    case .nightHeartRateVariability: "HRV of the night"
    case .timeAsleep: "asleep"
    case .timeNapping: "napping"
    case .ownTimeAsleep: "asleep, by Halo's stages"
    case .sleepRegularity: "sleep regularity"
    case .dailySteps: "steps"
    case .dailyDistance: "distance"
    case .activeMinutes: "active"
    case .nightAccount: "night"
    case .restingHeartRateTrend: "resting heart rate beside the usual"
    case .nightHeartRateVariabilityTrend: "HRV of the night beside the usual"
    case .timeAsleepTrend: "time asleep beside the usual"
    case .dailyStepsTrend: "steps beside the usual"
    }
  }

  /// A value with its unit: "52 bpm", "7 h 31 min".
  static func value(_ value: Double, of metric: DerivedMetric) -> String {
    switch metric {
    case .nightAccount: NightAccount(code: Int(value))?.words ?? "not known"
    case .dailyDistance: Words.distance(Int(value))
    case .sleepRegularity: "\(Int(value.rounded())) of 100"
    case .timeAsleep, .timeNapping, .ownTimeAsleep, .activeMinutes: Words.duration(Int(value.rounded()))
    case .dailySteps: Words.grouped(Int(value.rounded()))
    case .timeAsleepTrend, .dailyStepsTrend, .restingHeartRateTrend, .nightHeartRateVariabilityTrend:
      signed(value) + (metric.unit == .count ? "" : " \(metric.unit.rawValue)")
    case .restingHeartRate, .nightHeartRateVariability: "\(Int(value.rounded())) \(metric.unit.rawValue)"
    }
  }

  /// A value beside what is usual: "62 bpm, 3 above your usual 59 (28 days)"; the value alone where that is not known.
  static func sentence(_ value: DerivedValue, _ trend: Trend?) -> String {
    let text = self.value(value.value, of: value.metric) + (manner(value).map { " (\($0))" } ?? "")
    guard let trend else { return text }
    return "\(text), \(beside(trend, value.metric))"
  }

  /// How a value was come by that is not what one takes it for.
  static func manner(_ value: DerivedValue) -> String? {
    switch value.algorithm {
    case "resting-heart-rate-awake": "awake: there is no main sleep of the day"
    case "resting-heart-rate-sparse": "a median of the sleep: it was measured seldom"
    case "time-asleep-unstaged": "times awake within it included: the device gave no stages"
    default: nil
    }
  }

  /// What is not known of a day, a line each: which of the numbers that most days have, and why. `gaps` says why there is no value.
  static func missing(_ day: DayInsights, _ gaps: [DerivedMetric: String]) -> [(label: String, words: String)] {
    let usual = [
      DerivedMetric.restingHeartRate, .nightHeartRateVariability, .timeAsleep, .dailySteps, .sleepRegularity,
    ]
    var lines = usual.compactMap { metric -> (label: String, words: String)? in
      guard day.values[metric] == nil, let gap = gaps[metric] else { return nil }
      return (name(metric), "– \(gap)")
    }
    // One reason for several numbers is said once.
    let gapsOfTrends = Dictionary(grouping: usual.filter { day.withoutTrend[$0] != nil }) {
      day.withoutTrend[$0]?.description ?? ""
    }
    for (gap, metrics) in gapsOfTrends.sorted(by: { $0.key < $1.key }) {
      lines.append(("your usual", "– \(gap) (\(metrics.map(name).joined(separator: ", ")))"))
    }
    return lines
  }

  /// A value's place beside what is usual: "3 above your usual 59 (28 days)".
  static func beside(_ trend: Trend, _ metric: DerivedMetric) -> String {
    let baseline = trend.baseline
    let days =
      baseline.count == baseline.ofDays ? "\(baseline.count) days" : "\(baseline.count) of \(baseline.ofDays) days"
    let rare = trend.isRare ? ", rare for you" : ""
    guard trend.verdict != .usual else { return "your usual (\(days))" }
    func number(_ value: Double) -> String {
      metric.unit == .minutes ? Words.duration(Int(value)) : Words.grouped(Int(value))
    }
    return
      "\(number(abs(trend.shownDifference))) \(trend.verdict.rawValue) your usual \(number(baseline.usual.rounded())) (\(days)\(rare))"
  }

  /// "+3", "−1.5", "0".
  static func signed(_ value: Double, _ text: String? = nil) -> String {
    let text = text ?? Words.number(abs(value))
    return text == "0" ? "0" : (value > 0 ? "+" : "−") + text
  }

  /// What is to be said of the heart and the sleep of a day, a line each: a label and the words.
  static func lines(_ day: DayInsights) -> [(label: String, words: String)] {
    var lines: [(label: String, words: String)] = []
    for metric in [
      DerivedMetric.restingHeartRate, .nightHeartRateVariability, .timeAsleep, .timeNapping, .dailySteps,
    ] {
      guard let value = day.values[metric], metric != .dailySteps || day.trends[metric] != nil else { continue }
      lines.append((name(metric), sentence(value, day.trends[metric])))
    }
    if let value = day.values[.ownTimeAsleep], let stages = OwnStages(value) {
      func part(_ stage: OwnStages.Stage) -> String? {
        let minutes = Int(stages.minutes(in: [stage]).rounded())
        return minutes == 0 ? nil : "\(stage == .rem ? "REM" : stage.rawValue) \(Words.duration(minutes))"
      }
      let parts = [OwnStages.Stage.deep, .light, .rem, .asleep, .awake, .unknown].compactMap(part)
      lines.append(
        (
          name(.ownTimeAsleep),
          "\(self.value(value.value, of: .ownTimeAsleep)), an estimate (\(parts.joined(separator: ", ")))"
        ))
    }
    if let value = day.sleepRegularity {
      lines.append((name(.sleepRegularity), "\(self.value(value.value, of: .sleepRegularity)) (last 14 days)"))
    }
    let account = day.nightAccount
    if account != .recorded, !day.values.isEmpty { lines.append((name(.nightAccount), account.words)) }
    return lines
  }
}
