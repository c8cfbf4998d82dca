/// `halo export`: writes the journal as CSV or JSON lines.
struct ExportCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the journal as CSV or JSON lines.",
    discussion: """
      The export has one line per sample and one line per sleep stage interval, in order of time. The columns: start \
      and end (local time with the UTC offset; no end for an instant), metric, value, unit, source (log, live, \
      manual, push, algorithm), device, wearer, doubtful (1 if the device's clock was wrong or showed that time \
      twice), and for sleep-stage the sleep that it belongs to: night or nap, and its start. docs/export.md has \
      more.

      \(MetricArgument.recorded)

      EXAMPLES:
        halo export > everything.csv
        halo export --format jsonl --metric heart-rate --from 2026-11-01 \\
          --to 2026-11-20

      EXIT STATUS: 0; 64 for a wearer, a metric or days that do not exist; 74 if it cannot be written.
      """)

  @Option(help: "The output format.")
  var format: LineFormat = .csv

  @Option(parsing: .unconditional, help: ArgumentHelp("The first day.", valueName: "day"), transform: parseDate)
  var from: CalendarDate?

  @Option(parsing: .unconditional, help: ArgumentHelp("The last day.", valueName: "day"), transform: parseDate)
  var to: CalendarDate?

  @Option(
    help: ArgumentHelp(
      "Export only this metric. 'sleep' is the stages of nights and naps. Repeatable.", valueName: "metric"))
  var metric: [String] = []

  @Option(help: "The wearer (default: all wearers).")
  var wearer: String?

  @OptionGroup var journalOptions: JournalOptions

  func validate() throws {
    if let from, let to, from > to {
      throw ValidationError(Phrase("--from \(from.description) is after --to \(to.description)."))
    }
  }

  /// The metrics to export. The journal must be open, because it may have metrics of its own.
  private var metrics: [MetricName] {
    get throws {
      let metrics = try metric.map { try MetricArgument($0, isRecorded: true).metric }
      for name in metrics where name.metrics.isEmpty && !name.isSleep {
        throw ValidationError(
          Phrase("'\(name.name)' is a daily metric and is not exported. 'halo insights --json' prints it."))
      }
      return metrics
    }
  }

  func run() throws {
    let journal = try journalOptions.openExisting()
    let wearer = try wearer.map { try DaysOptions.wearer($0, among: journal.wearers()) }
    let metrics = try metrics
    let export = Export(
      isJSON: format == .jsonl, from: from, to: to,
      metrics: metrics.isEmpty ? Metric.known : metrics.flatMap(\.metrics),
      sleep: metrics.isEmpty || metrics.contains(where: \.isSleep), wearer: wearer)
    _ = try export.write(journal) { try StandardOutput.write($0) }
  }
}
