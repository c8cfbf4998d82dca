import HaloEngine
import HaloFoundation

/// The worker's journal, a temporary file with the rows of one request at a time.
final class WorkerJournal {
  private let file: StagedFile
  private let rows: RowJournal

  var journal: Journal { rows.journal }

  /// Creates the file in a new folder inside `parent`, and removes those of workers that were killed.
  init(in parent: String?) throws {
    let parent = parent.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    let path = parent.appending(path: "halo-worker-\(UUID().uuidString).sqlite").path(percentEncoded: false)
    file = try StagedFile(for: path)
    rows = try RowJournal(Journal(path: file.path))
  }

  /// Replaces the contents.
  func replace(with rows: JournalRows) throws { try self.rows.replace(with: rows) }

  /// Decodes all sessions again, computes the daily metrics, and returns tables.
  func rebuild(_ tables: [String]) throws -> JournalRows {
    _ = try SessionDecoder(journal, HaloProgram.registry).rebuild()
    return try rows.rows(of: tables)
  }

  /// Computes the daily metrics, and returns tables.
  func updateDailyMetrics(_ tables: [String]) throws -> JournalRows {
    _ = try DerivedMetricsUpdater(journal).rebuild()
    return try rows.rows(of: tables)
  }

  /// The completeness of each day of each wearer.
  func completeness() throws -> DayCompleteness {
    var days = DayCompleteness()
    for wearer in try journal.wearers() {
      guard let known = try journal.knownDays(of: wearer) else { continue }
      let coverage = try journal.coverage(of: wearer, from: known.lowerBound, to: known.upperBound)
      for (date, coverage) in coverage.sorted(by: { $0.key < $1.key }) { days.add(coverage, date, wearer: wearer) }
    }
    return days
  }

  /// The raw streams of all devices, in order.
  func streams() throws -> [(device: Device, time: Range<Moment>)] {
    try journal.devices().flatMap { device in try journal.rawStreams(of: device).map { (device, $0) } }
  }
}

/// The completeness of days, by columns: whether they were reported and measured.
struct DayCompleteness: Encodable {
  private(set) var wearer: [String] = []
  /// The day on the wearer's clock.
  private(set) var day: [String] = []
  /// True if devices reported the day until its end.
  private(set) var reported: [Bool] = []
  /// True if devices reported the whole day and measured without a gap of two hours or more.
  private(set) var whole: [Bool] = []
  /// The minutes without a measurement, in gaps of two hours or more.
  private(set) var missingMinutes: [Int] = []
  /// Why data is missing; empty if it is not.
  private(set) var reasons: [String] = []

  mutating func add(_ coverage: DayCoverage, _ date: CalendarDate, wearer: String) {
    self.wearer.append(wearer)
    day.append("\(date)")
    reported.append(coverage.isReported)
    whole.append(coverage.isWhole)
    missingMinutes.append(
      coverage.gaps.reduce(0) { $0 + ($1.time.upperBound.milliseconds - $1.time.lowerBound.milliseconds) / 60_000 })
    let reasons = [coverage.reason].compactMap(\.self) + coverage.gaps.map(\.reason)
    self.reasons.append(Set(reasons.map(\.rawValue)).sorted().joined(separator: " "))
  }
}
