/// `halo day`: draws a day from the journal or from a file of frames.
struct DayCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Draw a day from the journal, or from a file of a ring's frames.",
    discussion: """
      A day, such as 2026-11-20, today, yesterday or -1, is read from the journal.

      FILE contains the frames that a ring sent, in hexadecimal, one per line, as 'halo decode' reads them; '-' is \
      standard input. Halo draws steps, distance and energy, heart rate, sleep stages, SpO₂, stress and HRV. Times \
      are those of the ring's clock.

      Rings date many values as a number of days before today. Halo takes today's date from the frames: from a total \
      that names its day, otherwise from the newest date. If the frames have no date, pass --today.

      EXAMPLES:
        halo day 2026-11-20
        halo day yesterday
        halo day Examples/colmi-r12-day.txt
        halo day --date 2025-12-14 Examples/colmi-r12-day.txt
        halo day --json Examples/colmi-r12-evening.txt | jq '.series[0]'

      EXIT STATUS: 0; 64 if some input was not hexadecimal (the day is still drawn from the rest); 65 if the file \
      has no data of a day; 66 if it cannot be opened.
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
    help: ArgumentHelp("The day on the ring's clock when it was read.", valueName: "YYYY-MM-DD"),
    transform: parseDate)
  var today: CalendarDate?

  @Flag(help: "Print the day as JSON, each part with the lines of FILE that it came from.")
  var json = false

  @OptionGroup var days: DaysOptions

  func run() throws {
    if let day {
      let journal = try days.journal.openExisting()
      let wearer = try DaysOptions.wearer(days.wearer, in: journal)
      guard let reports = try journal.reports(of: wearer) else {
        throw DaysOptions.noData(of: day, in: journal, nil)
      }
      return try JournalDay(reports: reports).show(day, json: json)
    }
    guard !isMeantAsDay else {
      throw Failure(EX.noInput, "'\(file)' is not a date, and there is no such file. \(DayArgument.forms)")
    }
    let recording = try DayRecording(path: file, name: name)
    guard !recording.dates(today: CalendarDate(daysSince1970: 0)).isEmpty else {
      throw Failure(
        EX.dataError,
        """
        \(name) has no data of a day: \(recording.counts.sentence) Decode its frames with 'halo decode \
        --device colmi-ring'.
        """)
    }
    guard let today = today ?? recording.today else {
      throw Failure(
        EX.dataError,
        """
        \(name) has no date: its frames only count days back from today. Pass the day on the ring's clock when it \
        was read, such as --today 2025-12-15.
        """)
    }
    if self.today == nil, recording.mixesSyncs {
      StandardError.report(
        """
        \(name) seems to contain several syncs. Days back from today are counted from \(today.description), the \
        newest date. If that is wrong, split the file or pass --today.
        """)
    }
    let dates = recording.dates(today: today)
    guard let newest = dates.last, let date = date ?? dates.last else { return }
    let day = try recording.reports(today: today).day(date, .samples)
    guard !day.isEmpty else {
      throw Failure(
        EX.dataError,
        """
        \(name) has no data of \(date.description). It has \(dates.map(\.description).joined(separator: ", ")); try \
        --date \(newest.description).
        """)
    }
    let fields = JSONFields(day, adding: ["today": today, "file": recording.counts])
    var footer = [
      Phrase("\(recording.counts.sentence) Times are those of the ring's clock; its date was \(today.description).")
        .text
    ]
    let others = dates.filter { $0 != date }.map(\.description).joined(separator: ", ")
    if !others.isEmpty { footer.append(Phrase("\(name) also has \(others): choose with --date.").text) }
    try StandardOutput.write(fields, json: json) { DayView(day: day, footer: footer).draw(on: $0) }
    if recording.counts.notHexadecimal > 0 { throw Failure(EX.usage) }
  }

  /// The requested day of the journal; `nil` if the argument is a file.
  var day: CalendarDate? { CalendarDate(argument: file) }

  /// True if the argument looks like a day that does not exist or has another format (19.11.2026), rather than like a
  /// file.
  private var isMeantAsDay: Bool {
    let isFile = file.contains("/") || file.contains(".") && file.contains(where: \.isLetter)
    return file != "-" && !isFile && !JournalOptions.exists(file)
  }

  private var name: String { file == "-" ? Phrase("Standard input").text : file }

  var runsLocally: Bool { day == nil }
}
