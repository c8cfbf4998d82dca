import ArgumentParser
import HaloHealth
import HaloInsights
import HaloReports
import HaloWearables

/// `halo day`: frames of a day in, the day out.
struct DayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Draw a day from the journal, or the day in a file of a ring's frames.",
    discussion: """
      A day, as in 2026-11-20, today, yesterday or -1, is that day in the journal.

      FILE holds what a ring sent, in hexadecimal, one frame a line, as 'halo decode' reads it; '-' is standard input. \
      Out come steps, distance and energy, heart rate, the night's stages, oxygen, stress and heart-rate variability. \
      Times are those of the ring's own clock.

      Rings count many things in days back from today. Today is taken from the frames (a total that names its day, \
      otherwise the newest date); --today says it where they don't.

      EXAMPLES:
        halo day 2026-11-20
        halo day yesterday
        halo day Examples/colmi-r12-day.txt
        halo day --date 2025-12-14 Examples/colmi-r12-day.txt
        halo day --json Examples/colmi-r12-evening.txt | jq .heartRate

      EXIT STATUS: 0; 64 where something was not hexadecimal (the day is still drawn from the rest); 65 where the file \
      holds nothing of a day; 66 where it cannot be opened.
      """)

  @Argument(help: ArgumentHelp("A day, a file of frames, or '-'.", valueName: "day or file"))
  var file: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day to draw (default: the newest with readings).", valueName: "YYYY-MM-DD"),
    transform: parseDate)
  var date: CalendarDate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day on the ring's clock when it was asked.", valueName: "YYYY-MM-DD"),
    transform: parseDate)
  var today: CalendarDate?

  @Flag(help: "Print the day as JSON, each part with the lines of FILE it came from.")
  var json = false

  @OptionGroup var days: DaysOptions

  func run() throws {
    if let day {
      let journal = try days.journal.openToShow()
      try DaysOptions.check(days.wearer, in: journal)
      guard let reports = try report({ try journal.reports(of: days.wearer) }) else {
        throw DaysOptions.nothing(of: day, in: journal, nil)
      }
      return try JournalDay(reports).show(day, json: json)
    }
    guard !isMeantAsDay else {
      StandardError.report(Phrase("'\(file)' is not a date, and there is no such file. \(DayArgument.forms)"))
      throw ExitCode(EX.noInput)
    }
    let recording = try DayRecording(path: file, name: name)
    guard recording.hasReadings else {
      throw failure(
        Phrase(
          """
          \(name) holds nothing of a day: \(Words.readSentence(recording.counts)) \
          See what its frames mean with 'halo decode --device colmi-ring'.
          """))
    }
    guard let today = today ?? recording.today else {
      throw failure(
        Phrase(
          """
          \(name) does not say which day it is: its frames only count days back from today. \
          Say the day on the ring's clock when it was asked, as in --today 2025-12-15.
          """))
    }
    if self.today == nil, recording.mixesSyncs {
      StandardError.report(
        Phrase(
          """
          \(name) seems to hold several syncs. What its frames count back from today is counted from \(today.description), the newest \
          date; if that is wrong, split the file or say --today.
          """))
    }
    let readings = recording.readings(today: today)
    let dates = readings.dates.sorted()
    guard let newest = dates.last, let day = date ?? dates.last else { return }
    let summary = DaySummary(of: day, in: readings)
    guard !summary.isEmpty else {
      throw failure(
        Phrase(
          """
          \(name) holds nothing of \(day.description). It has \(dates.map(\.description).joined(separator: ", ")); \
          try --date \(newest.description).
          """))
    }
    if json {
      try StandardOutput.write(json: DayOutput(report: DayReport(summary), today: today, file: recording.counts))
    } else {
      let view = DayView(DayReport(summary), footer: footer(recording.counts, today, dates.filter { $0 != day }))
      try StandardOutput.write(text: view.draw(on: Terminal.current()))
    }
    if recording.counts.notHexadecimal > 0 { throw ExitCode(EX.usage) }
  }

  private func footer(
    _ counts: DayRecording.Counts, _ today: CalendarDate, _ otherDates: [CalendarDate]
  ) -> [String] {
    let reading = Phrase(
      "\(Words.readSentence(counts)) Times are the ring's own; its today was \(today.description)."
    ).text
    guard !otherDates.isEmpty else { return [reading] }
    return [
      reading,
      Phrase("\(name) also holds \(otherDates.map(\.description).joined(separator: ", ")): choose with --date.").text,
    ]
  }

  /// The day of the journal that is asked for; `nil` if it is a file.
  var day: CalendarDate? { CalendarDate(argument: file) }

  /// Whether the argument looks like a day that does not exist or is written another way (19.11.2026), rather than like a file.
  private var isMeantAsDay: Bool {
    let isFile = file.contains("/") || file.contains(".") && file.contains(where: \.isLetter)
    return file != "-" && !isFile && !JournalOptions.isThere(file)
  }

  private var name: String { file == "-" ? Phrase("Standard input").text : file }

  private func failure(_ phrase: Phrase) -> ExitCode {
    StandardError.report(phrase)
    return ExitCode(EX.dataError)
  }
}
