import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `halo export`: what is in the journal, as CSV or JSON lines.
struct ExportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv
    case jsonl
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what is in the journal as CSV or JSON lines.",
    discussion: """
      A line a sample, and a line a stretch of sleep, in order of time. The columns: start and end (with the offset of the clock on \
      the wall; no end for a moment), metric, value, unit, source (log, live, manual, push, algorithm), device, wearer, doubtful \
      (1 where the device's clock was wrong or showed that time twice), and for sleep-stage the sleep it is of: night or nap, and \
      when that began. docs/export.md has more.

      \(MetricArgument.list)

      EXAMPLES:
        halo export > everything.csv
        halo export --format jsonl --metric heart-rate --from 2026-11-01 --to 2026-11-20

      EXIT STATUS: 0; 74 where it cannot be written.
      """)

  @Option(help: "How to write.")
  var format: Format = .csv

  @Option(help: ArgumentHelp("The first day.", valueName: "YYYY-MM-DD"), transform: parseDate)
  var from: CalendarDate?

  @Option(help: ArgumentHelp("The last day.", valueName: "YYYY-MM-DD"), transform: parseDate)
  var to: CalendarDate?

  @Option(
    help: ArgumentHelp(
      "Only this; may be said several times. 'sleep' is the stages of nights and naps.", valueName: "metric"))
  var metric: [String] = []

  @Option(help: "Whose (default: everybody's).")
  var wearer: String?

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    for name in try metrics where name.metrics.isEmpty && !name.isSleep {
      throw ValidationError("'\(name.name)' is computed of days, and not exported; 'halo insights --json' has it.")
    }
  }

  private var metrics: [MetricName] { get throws { try metric.map { try MetricArgument($0).metric } } }

  func run() throws {
    let journal = try journalOptions.openToShow()
    let metrics = try metrics
    // Days begin when they begin on the wall; a day more on both ends, and the wall decides.
    let first = from.map { ($0.daysSince1970 - 1) * 86_400_000 } ?? 0
    let last = to.map { ($0.daysSince1970 + 2) * 86_400_000 } ?? 1 << 52
    var buffer: [UInt8] = []
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if format == .csv { buffer += (ExportedLine.header + "\n").utf8 }
    try report {
      try journal.export(
        in: Moment(milliseconds: first, secondsFromGMT: 0)..<Moment(milliseconds: max(first, last), secondsFromGMT: 0),
        metrics: metric.isEmpty ? Metric.allCases : metrics.flatMap(\.metrics),
        sleep: metric.isEmpty || metrics.contains(where: \.isSleep),
        wearer: wearer
      ) { row in
        // A night is exported whole, by the day on which it began.
        let begin = if case .stage(_, _, let night) = row.content { night } else { row.start }
        let date = begin.wallClock.date
        guard from.map({ date >= $0 }) ?? true, to.map({ date <= $0 }) ?? true else { return }
        let line = ExportedLine(row)
        buffer += format == .csv ? [UInt8](line.csv.utf8) : try encoder.encode(line) + [UInt8(ascii: "\n")]
        if buffer.count > 1 << 16 {
          try StandardOutput.write(buffer)
          buffer.removeAll(keepingCapacity: true)
        }
      }
    }
    try StandardOutput.write(buffer)
  }
}
