import HaloCaptures

/// `halo capture find`: searches a capture for values that a person knows.
struct CaptureFindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find values that you know, such as the steps on a display, in any encoding.",
    discussion: """
      Halo searches the values of all characteristics, in both directions, for a number (21667, 36.6), a date \
      (2026-11-20), a time (07:45), both (2026-11-20T07:45:10) or a text. Numbers are tried as integers of 8 to 32 bits in \
      both byte orders, also times 10 and 100, as BCD, text, float32, IEEE 11073 FLOAT and SFLOAT, and as bit fields. \
      The matches that are least likely by chance come first; matches of small numbers are mostly chance. Pass several \
      numbers that you noted at the same time: those that are in the same frames support each other.

      --at searches the minute before and after the time at which you saw the values. Fragments of longer messages can be \
      joined as in 'halo capture fields'. Write '--' before a negative number.

      EXAMPLES:
        halo capture find walk.log 21667
        halo capture find walk.log 21667 16033 1242 --at 2026-11-20T08:15:30
        halo capture find walk.log 2026-11-20 --direction sent

      EXIT STATUS: 0; 64 if a value or an option is not valid; 65 if the file is not a capture of a Bluetooth host, or no \
      value was found; 66 if the file cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions

  @Argument(help: ArgumentHelp("The values.", valueName: "value"))
  var values: [String]

  @OptionGroup var filterOptions: CaptureFilterOptions
  @OptionGroup var messageOptions: MessageOptions

  @Option(
    help: ArgumentHelp(
      "The time at which you saw the values: seconds from the beginning, or a local time.", valueName: "time"),
    transform: CaptureArguments.Time.init)
  var at: CaptureArguments.Time?

  @Flag(help: "Print one JSON object per match.")
  var json = false

  func validate() throws {
    try refuse(
      "Pass either --at, or --from and --to.", unless: at == nil || filterOptions.from == nil && filterOptions.to == nil
    )
  }

  func run() throws {
    let survey = try capture.survey(forNamesOnly: true)
    var filter = try filterOptions.filter(survey)
    if let moment = at?.moment(start: survey.firstTime) {
      filter.start = CaptureTime(microseconds: moment.microseconds &- 60_000_000)
      filter.end = CaptureTime(microseconds: moment.microseconds &+ 60_000_000)
    }
    let zone = survey.firstTime?.secondsFromGMT ?? 0
    let known = try values.map { text in
      try refuse(
        "'\(text)' is everywhere. Pass a number of two digits or more, or a longer text.",
        ifNil: KnownValue(text, secondsFromGMT: zone))
    }
    var streams = try CaptureFile.report(capture.file) {
      try CharacteristicFrames(capture.reader(), names: survey.names, filter).streams
    }
    if let joining = messageOptions.joining { streams = streams.map { $0.joined(joining) } }
    if streams.isEmpty {
      StandardError.report("the capture has no values at that time or of these characteristics.")
    }
    let matches = ValueSearch(known).matches(streams)
    for value in known {
      let own = matches.filter { $0.value == value }
      let shown = own.prefix(json ? 100 : 5)
      if json {
        for match in shown { try StandardOutput.write(json: match.fields) }
      } else {
        try StandardOutput.write(text: MatchText(terminal: .current()).report(value, [ValueMatch](shown), own.count))
      }
    }
    if matches.isEmpty { throw Failure(EX.dataError) }
  }
}

extension ValueMatch {
  /// The JSON object that `halo capture find --json` prints.
  fileprivate var fields: JSONFields {
    var words = CaptureFormatter()
    return [
      "value": value.text, "encoding": encoding, "characteristic": source.characteristic?.description,
      "device": source.device?.description, "direction": source.direction == .sent ? "sent" : "received",
      "handle": Int(source.handle), "offset": range.lowerBound, "length": range.count, "count": count,
      "chance": chance, "time": first.time.map { words.time($0) }, "frame": Hexadecimal.string(first.bytes),
    ]
  }
}

/// Matches for a terminal.
struct MatchText {
  let terminal: Terminal

  func report(_ value: KnownValue, _ matches: [ValueMatch], _ count: Int) -> String {
    var text = terminal.paint(VisibleText.printable(value.text), .bold)
    if matches.isEmpty { text += "  " + Phrase("not found").text }
    if count > matches.count { text += "  " + Phrase("the best \(matches.count) of \(count) matches").text }
    text += "\n"
    for match in matches {
      let source = FrameSources.line(match.source, match.count, namesDevice: true)
      let place = FrameBytes.place(match.range)
      let bytes = match.range.count == 1 ? Phrase("byte \(place)") : Phrase("bytes \(place)")
      text += "  " + terminal.paint(match.encoding, .green) + ", \(bytes.text): \(source.text)  "
      text += terminal.paint(Self.words(match.chance).text, .faint) + "\n"
      let rows = HexRows(terminal: terminal, indent: 17)
      let lines = rows.lines(
        match.first.bytes, marked: [Int](match.range), label: "    " + FrameBytes.clock(match.first.time),
        all: match.first.bytes.count < 64)
      text += lines.joined(separator: "\n") + "\n"
    }
    return text
  }

  private static func words(_ chance: Double) -> Phrase {
    switch chance {
    case 0.67...: Phrase("about \(Int(chance.rounded())) such matches are coincidence")
    case 1e-6...: Phrase("coincidence: 1 in \(Int((1 / chance).rounded()))")
    default: Phrase("coincidence: less than 1 in a million")
    }
  }
}
