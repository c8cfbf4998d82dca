import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloReports
import HaloWearables

/// `halo capture info`: what is in a capture.
struct CaptureInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what is in a capture: devices, services, how much was said, and what could not be read.",
    discussion: """
      EXAMPLES:
        halo capture info btsnoop_hci.log
        halo capture info btsnoop_hci.log --json
        halo capture info with-discovery.log --print-map > treadmill.map
        halo capture show without-discovery.log --map treadmill.map

      EXIT STATUS: 0; 65 if the file is no capture of a Bluetooth host; 66 if it cannot be opened.
      """)

  @OptionGroup var capture: CaptureOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print which handle is which characteristic, as --map reads it.")
  var printMap = false

  func validate() throws {
    if json, printMap { throw ValidationError(Phrase("Choose one of --json and --print-map.")) }
  }

  func run() throws {
    let survey = try capture.survey()
    if printMap {
      try StandardOutput.write(text: CaptureInfoText.map(survey))
    } else if json {
      try StandardOutput.write(json: CaptureInfoReport(survey))
    } else {
      try StandardOutput.write(text: CaptureInfoText.report(survey, Terminal.current()))
    }
  }
}
