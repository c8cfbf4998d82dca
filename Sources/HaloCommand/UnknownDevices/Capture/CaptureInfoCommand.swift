import HaloCaptures

/// `halo capture info`: summarizes a capture.
struct CaptureInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Summarize a capture: devices, services, traffic and unreadable data.",
    discussion: """
      EXAMPLES:
        halo capture info btsnoop_hci.log
        halo capture info btsnoop_hci.log --json
        halo capture info with-discovery.log --print-map > treadmill.map
        halo capture show without-discovery.log --map treadmill.map

      EXIT STATUS: 0; 65 if the file is not a capture of a Bluetooth host; 66 if it cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print the characteristics by handle, in the format of --map.")
  var printMap = false

  func validate() throws {
    try refuse("Pass only one of --json and --print-map.", if: json && printMap)
  }

  func run() throws {
    let survey = try capture.survey()
    if printMap { return try StandardOutput.write(text: CaptureInfoText.map(survey)) }
    try StandardOutput.write(survey.fields, json: json) { CaptureInfoText.report(survey, $0) }
  }
}
