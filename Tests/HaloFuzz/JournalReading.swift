import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal

/// Reads journals as Halo's commands and page do.
enum JournalReading {
  /// Reads the data of `halo today` for each wearer; with gaps, also the computed reasons for missing values.
  static func today(_ journal: Journal, withGaps: Bool = true) throws {
    for wearer in try journal.wearers().prefix(10) {
      guard let known = try journal.knownDays(of: wearer, notAfter: LineMutator.today) else { continue }
      let (first, last) = (known.upperBound.adding(days: -7), known.upperBound)
      _ = try journal.samples(on: last, wearer: wearer, metrics: Metric.known)
      _ = try journal.movement(of: wearer, from: last, to: last, withSources: true)
      _ = try journal.coverage(of: wearer, from: first, to: last)
      _ = try journal.nights(from: first, to: last, wearer: wearer)
      if withGaps { _ = try DerivedMetricsUpdater(journal).gaps(of: wearer, on: last) }
    }
  }

  /// Reads all samples, sleeps and computed values in every way. Returns the number of lines of an export.
  @discardableResult
  static func everything(_ journal: Journal, metrics: [Metric] = Metric.known) throws -> Int {
    let ever =
      Moment(milliseconds: -1 << 50, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 50, secondsFromGMT: 0)
    let days = LineMutator.today.adding(days: -30)...LineMutator.today
    for device in try journal.allDevices() {
      _ = try journal.latestBattery(of: device)
      _ = try journal.completeDays(of: device)
      _ = try journal.lastSync(of: device)
      _ = try journal.settingsHistory(of: device)
    }
    _ = try journal.facts()
    _ = try journal.workouts()
    for metric in metrics {
      _ = try journal.samples(of: metric, in: ever)
      _ = try journal.trend(of: metric, from: days.lowerBound, to: days.upperBound)
    }
    for wearer in try journal.wearers().prefix(10) {
      _ = try journal.newest(of: wearer)
      _ = try journal.profile(of: wearer)
      _ = try journal.sleeps(of: wearer, in: ever)
      _ = try journal.derived(of: wearer, in: ever)
      _ = try journal.syncs(of: wearer, since: ever.lowerBound)
      _ = try journal.movement(of: wearer, from: days.lowerBound, to: days.upperBound)
    }
    var lines = 0
    try journal.export(in: ever, metrics: Metric.known, sleep: true) { row in
      if !ExportedLine(row).csv.isEmpty { lines += 1 }
    }
    return lines
  }
}
