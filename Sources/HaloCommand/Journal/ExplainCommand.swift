import ArgumentParser
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

/// `halo explain`: where a number comes from, down to the bytes.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Show where a number comes from: the sample, the message, the bytes; of a computed one, what it was computed from.",
    discussion: """
      Of what is measured many times a day the value nearest to the time is shown, two hours away at most: one at that second if there is \
      one, otherwise one of the device that counts on the day. 'sleep' is the night that ended on the day. docs/insights.md defines what is \
      computed of days.

      \(MetricArgument.list)

      EXAMPLES:
        halo explain hr 2026-11-20T08:15
        halo explain steps "2026-11-20 17:00" --frames
        halo explain rhr 2026-11-20
        halo explain sleep 2026-11-20
        halo explain heart-rate@2026-11-20T08:15:00+01:00 --json

      EXIT STATUS: 0; 65 if there is no such value within two hours of that time, or nothing of that day was computed: it says why.
      """)

  @Argument(
    help: ArgumentHelp(
      "What was measured, or computed of a day; or what 'explain' of --json names, without a time.", valueName: "metric"
    ))
  var subject: String

  @Argument(
    help: ArgumentHelp(
      "The day, and for what is measured many times a day the time, in local time.",
      valueName: "YYYY-MM-DD[THH:MM]"))
  var time: String?

  @Flag(help: "Also print the other frames of the message, or of what it was computed from, and what they say.")
  var frames = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @OptionGroup var journalOptions: JournalOptions

  @Option(help: "Whose (default: the only one).")
  var wearer: String?

  func validate() throws { _ = try explained }

  /// What is asked for.
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
            "'\(metric.name)' is measured many times a day. Say the time, as in 'halo explain \(metric.name) \(date.description)T08:15'."
          ))
      }
      let clock = try RadioOptions.parseTime("\(try parseDate(String(match.1)))T\(match.2)")
      guard let subject = metric.subject(at: LocalTime(clock)) else {
        throw ValidationError(Phrase("'\(metric.name)' has no times."))
      }
      return subject
    }
  }

  func run() throws {
    let journal = try journalOptions.openToShow()
    try DaysOptions.check(wearer, in: journal)
    guard let reports = try report({ try journal.reports(of: wearer) }) else {
      StandardError.report(Phrase("there is no data in the journal \(journal.path) yet."))
      throw ExitCode(EX.dataError)
    }
    let explained = try explained
    let answer: ExplanationReport
    do {
      answer = try report {
        try reports.explanation(of: explained, HaloProgram.registry) {
          try InsightKeeper(journal).gap($0, of: reports.wearer, on: $1)
        }
      }
    } catch let error as ExplanationError {
      StandardError.report(error.phrase)
      throw ExitCode(EX.dataError)
    }
    if json { return try StandardOutput.write(json: answer) }
    try StandardOutput.write(text: ExplanationView(answer, withAll: frames).draw(on: Terminal.current()))
  }
}
