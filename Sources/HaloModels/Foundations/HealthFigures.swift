import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import HaloReports

/// What insights made of days and nights, as figures for screens. This is the one place where models take computed values.
struct HealthFigures {
  private let journal: Journal
  private let wearer: String
  private let words: MeasureWords

  init(_ journal: Journal, _ wearer: String, _ words: MeasureWords) {
    self.journal = journal
    self.wearer = wearer
    self.words = words
  }

  /// The heart at rest as of a day: resting heart rate, variability of the night.
  func rest(on date: CalendarDate) throws -> [Figure] {
    guard let day = try day(date) else { return [] }
    return [.restingHeartRate, .nightHeartRateVariability].compactMap { figure($0, of: day) }
  }

  /// What is known of the sleep that ended on a day, beyond its stages.
  func sleep(on date: CalendarDate) throws -> [Figure] {
    guard let day = try day(date) else { return [] }
    let account = Figure("account", Phrase("This night"), day.nightAccount.title)
    let figures = [.timeAsleep, .sleepRegularity, .restingHeartRate, .nightHeartRateVariability].compactMap {
      figure($0, of: day)
    }
    return (day.nightAccount == .recorded || day.values.isEmpty ? [] : [account]) + figures
  }

  private func day(_ date: CalendarDate) throws -> DayInsights? {
    try journal.insights(of: wearer, from: date, to: date).first
  }

  private func figure(_ metric: DerivedMetric, of day: DayInsights) -> Figure? {
    guard let value = day.values[metric] else { return nil }
    let text = self.value(value.value, of: metric)
    return Figure(
      metric.rawValue, Self.title(metric), text, note: day.trends[metric].map { note($0, metric) },
      origin: .computed(
        ExplainSubject.Computation(
          name: Self.title(metric), value: text, algorithm: value.algorithm, version: value.version,
          confidence: value.confidence, inputs: value.inputs)))
  }

  /// How a value stands to what is usual for the wearer.
  private func note(_ trend: Trend, _ metric: DerivedMetric) -> Phrase {
    let usual = value(trend.baseline.usual, of: metric)
    let distance = value(abs(trend.shownDifference), of: metric)
    let what =
      switch trend.verdict {
      case .usual: Phrase("as usual for you (\(usual))")
      case .above: Phrase("\(distance) above what is usual for you (\(usual))")
      case .below: Phrase("\(distance) below what is usual for you (\(usual))")
      }
    return trend.isRare ? Phrase("Unusual: \(what)") : what
  }

  private func value(_ value: Double, of metric: DerivedMetric) -> Phrase {
    switch metric {
    case .timeAsleep, .timeNapping, .activeMinutes: MeasureWords.duration(minutes: Int(value.rounded()))
    case .nightHeartRateVariability: words.value(value.rounded(), of: .heartRateVariability)
    case .restingHeartRate: words.value(value.rounded(), of: .heartRate)
    default: Phrase("\(value, digits: 0)")
    }
  }

  private static func title(_ metric: DerivedMetric) -> Phrase {
    switch metric {
    case .restingHeartRate: Phrase("Resting heart rate")
    case .nightHeartRateVariability: Phrase("Variability of the night")
    case .timeAsleep: Phrase("Time asleep")
    case .sleepRegularity: Phrase("Sleep regularity (−100 to 100)")
    default: Phrase(verbatim: metric.rawValue)
    }
  }
}

extension NightAccount {
  /// What became of the night, for a screen.
  var title: Phrase {
    switch self {
    case .recorded: Phrase("recorded")
    case .wornInPart: Phrase("worn for a part of the night: there may have been more sleep")
    case .wornWithoutSleep: Phrase("worn, but no sleep was seen")
    case .napsAlone: Phrase("no main sleep, naps alone")
    case .notWorn: Phrase("not worn")
    case .charging: Phrase("not worn: it was charging")
    case .empty: Phrase("nothing measured: its cell was empty")
    case .notSyncedYet: Phrase("not synced yet")
    case .lost: Phrase("lost: it was synced too late")
    case .unknown: Phrase("not known")
    case .notImported: Phrase("not known: what was imported does not tell of it")
    case .notOver: Phrase("not over yet")
    case .doubtful: Phrase("a sleep was recorded, but its time is doubtful")
    }
  }
}
