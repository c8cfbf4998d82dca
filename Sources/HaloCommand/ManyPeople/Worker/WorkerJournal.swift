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

  /// The completeness of each day of each wearer, by columns: whether devices reported the day until its end, whether
  /// they also measured without a gap of two hours or more, the minutes in such gaps, and why data is missing.
  func completeness() throws -> JSONFields {
    var days: [(wearer: String, date: CalendarDate, coverage: DayCoverage)] = []
    for wearer in try journal.wearers() {
      guard let known = try journal.knownDays(of: wearer) else { continue }
      let coverage = try journal.coverage(of: wearer, from: known.lowerBound, to: known.upperBound)
      days += coverage.sorted { $0.key < $1.key }.map { (wearer: wearer, date: $0.key, coverage: $0.value) }
    }
    return [
      "wearer": days.map(\.wearer), "day": days.map(\.date.description), "reported": days.map(\.coverage.isReported),
      "whole": days.map(\.coverage.isWhole),
      "missingMinutes": days.map { day -> Int in
        day.coverage.gaps.map(\.time).reduce(0) { minutes, gap in
          minutes + (gap.upperBound.milliseconds - gap.lowerBound.milliseconds) / 60_000
        }
      },
      "reasons": days.map { day -> String in
        let reasons = [day.coverage.reason].compactMap(\.self) + day.coverage.gaps.map(\.reason)
        return Set(reasons.map(\.rawValue)).sorted().joined(separator: " ")
      },
    ]
  }

  /// The raw streams of all devices, in order.
  func streams() throws -> [(device: Device, time: Range<Moment>)] {
    try journal.devices().flatMap { device in try journal.rawStreams(of: device).map { (device, $0) } }
  }
}
