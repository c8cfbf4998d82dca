import HaloEngine

/// `halo explain`: shows the provenance of a value, down to the bytes.
struct ExplainCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Show where a value comes from: the sample, the message and the bytes, or the inputs of a computed value.",
    discussion: """
      For a metric that is measured many times a day, Halo shows the value nearest to the time, at most two hours \
      away. A value at exactly that second comes first, then one of the device that is used for that day. 'sleep' is \
      the night that ended on the day. docs/insights.md defines the daily metrics.

      \(MetricArgument.all)

      EXAMPLES:
        halo explain hr 2026-11-20T08:15
        halo explain steps "2026-11-20 17:00" --frames
        halo explain rhr 2026-11-20
        halo explain sleep 2026-11-20
        halo explain heart-rate@2026-11-20T08:15:00+01:00 --json

      EXIT STATUS: 0; 65 if there is no such value within two hours of that time, or none was computed for that day; \
      the reason is printed.
      """)

  @Argument(
    help: ArgumentHelp(
      "A metric; or, without a time, an 'explain' value from JSON output.", valueName: "metric"
    ))
  var subject: String

  @Argument(
    help: ArgumentHelp(
      "The day, and the local time for a metric that is measured many times a day.",
      valueName: "YYYY-MM-DD[THH:MM]"))
  var time: String?

  @Flag(help: "Also print the other frames of the message or of the inputs, and the decoded message.")
  var frames = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @OptionGroup var journalOptions: JournalOptions

  @Option(help: "The wearer (default: the only one).")
  var wearer: String?

  /// The value to explain. The journal must be open, because it may have metrics of its own.
  private var explained: ExplainSubject {
    get throws {
      guard let time else {
        if let subject = ExplainSubject(subject) { return subject }
        let name = try MetricArgument(subject).metric
        throw ValidationError(
          name.subject(on: try parseDate("yesterday")) == nil
            ? Phrase("Add the time, as in 'halo explain \(name.name) 2026-11-20T08:15'.")
            : Phrase("Add the day, as in 'halo explain \(name.name) yesterday'."))
      }
      let metric = try MetricArgument(subject).metric
      guard let match = time.wholeMatch(of: /(.+)[T ](\d\d:\d\d)/) else {
        let date = try parseDate(time)
        if let subject = metric.subject(on: date) { return subject }
        throw ValidationError(
          Phrase(
            "'\(metric.name)' is measured many times a day. Add the time, as in 'halo explain \(metric.name) \(date.description)T08:15'."
          ))
      }
      let clock = try RadioOptions.parseTime("\(try parseDate(String(match.1)))T\(match.2)")
      return try refuse("'\(metric.name)' has no times.", ifNil: metric.subject(at: LocalTime(clock)))
    }
  }

  func run() throws {
    let journal = try journalOptions.openExisting()
    let wearer = try DaysOptions.wearer(wearer, in: journal)
    guard let reports = try journal.reports(of: wearer) else {
      throw Failure(EX.dataError, "the journal \(journal.path) has no data yet.")
    }
    let explained = try explained
    let answer = try reports.explanation(of: explained, HaloProgram.registry) {
      try DerivedMetricsUpdater(journal).gap($0, of: reports.wearer, on: $1)
    }
    try StandardOutput.write(answer, json: json) {
      ExplanationView(report: answer, showsAllFrames: frames).draw(on: $0)
    }
  }
}
