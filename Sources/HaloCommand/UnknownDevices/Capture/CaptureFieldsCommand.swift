import HaloCaptures

/// `halo capture fields`: guesses the fields in a characteristic's frames.
struct CaptureFieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields",
    abstract: "Find counters, numbers, texts and checksums in a characteristic's frames.",
    discussion: """
      Frames of the same length and with the same first bytes are one kind. For each kind, Halo prints how every \
      byte changes over time, which bytes may form one number, and which checksums match in every frame. These are \
      hints, not facts: bytes that behave like a counter need not be one.

      With --values, Halo compares every possible number with numbers that you noted during the capture, such as the \
      steps on a display. Write one per line, or a time and a number. A time is in seconds from the start of the \
      capture, or local time. Without times, the numbers are spread evenly over the frames.

      EXAMPLES:
        halo capture fields walk.log --characteristic FFF4
        halo capture fields walk.log --characteristic 0x0014 --direction received \\
          --from 60
        halo capture fields walk.log --characteristic FFF4 --message-start 55aa \\
          --kind-bytes 4-5
        halo capture fields walk.log --characteristic FFF4 --values steps.csv

      EXIT STATUS: 0; 64 if no characteristic is named; 65 if the file is not a capture of a Bluetooth host, has no \
      frames of the characteristic, or no field correlates with the noted numbers; 66 if a file cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions
  @OptionGroup var frameOptions: FrameOptions

  @Option(
    help: ArgumentHelp(
      "A file of numbers that you noted: find the fields that correlate with them.", valueName: "numbers.csv"))
  var values: String?

  @Flag(help: "Print one JSON object per kind of frame.")
  var json = false

  func run() throws {
    let chosen = try frameOptions.frames(of: capture)
    let notes = try values.map { try NotedNumbersFile.read($0, start: chosen.start) } ?? []
    let kinds = FrameKind.kinds(of: chosen.frames, by: frameOptions.rule).map {
      KindAnalysis($0.kind, $0.frames, notes: notes)
    }
    let common = CommonFields(chosen.frames)
    if json {
      for notice in chosen.notices { StandardError.report(notice) }
      for kind in kinds { try StandardOutput.write(json: kind.fields(of: chosen.source, common)) }
    } else {
      let text = FieldsText(Terminal.current())
      try StandardOutput.write(text: text.report(chosen, kinds, common, notes))
    }
    if !notes.isEmpty, kinds.allSatisfy(\.matches.isEmpty) {
      throw Failure(
        EX.dataError,
        """
        no field correlates with the \(notes.count) noted numbers (|r| of at least 0.8). Check that they are from \
        the same time, or try another characteristic.
        """)
    }
  }
}
