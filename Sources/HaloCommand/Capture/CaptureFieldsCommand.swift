import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloReports
import HaloWearables

/// `halo capture fields`: what the bytes of a characteristic may be.
struct CaptureFieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields",
    abstract: "Find out what the bytes of a characteristic may be: counters, numbers, texts, checksums.",
    discussion: """
      Frames of the same length that begin alike are one kind. For each kind it is said what every byte does over time, which bytes \
      behave like one number, and which checksums are right in every frame. These are hints, not facts: what behaves like a counter \
      may be one.

      With --values, every possible number is compared with numbers that you noted while the capture ran, such as steps off a display: \
      one a line, or a time and a number. Times are seconds from the beginning of the capture, or the clock here. Without times the \
      numbers are spread evenly over the frames.

      EXAMPLES:
        halo capture fields walk.log --characteristic FFF4
        halo capture fields walk.log --characteristic 0x0014 --direction received --from 60
        halo capture fields walk.log --characteristic FFF4 --message-start 55aa --kind-bytes 4-5
        halo capture fields walk.log --characteristic FFF4 --values steps.csv

      EXIT STATUS: 0; 64 if no characteristic is named; 65 if the file is no capture of a Bluetooth host, the characteristic has \
      no frames in it, or no field goes with the noted numbers; 66 if a file cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions
  @OptionGroup var frameOptions: FrameOptions

  @Option(
    help: ArgumentHelp("Numbers that you noted: look for the fields that go with them.", valueName: "numbers.csv"))
  var values: String?

  @Flag(help: "Print a JSON object a kind of frames.")
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
      for kind in kinds { try StandardOutput.write(json: FieldsReport(kind, chosen.source, common)) }
    } else {
      let text = FieldsText(Terminal.current())
      try StandardOutput.write(text: text.report(chosen, kinds, common, notes))
    }
    if !notes.isEmpty, kinds.allSatisfy(\.matches.isEmpty) {
      StandardError.report(
        """
        no field goes with the \(notes.count) noted numbers (|r| of 0.8 at least). Are they of the same time? Is the value in another \
        characteristic?
        """)
      throw ExitCode(EX.dataError)
    }
  }
}
