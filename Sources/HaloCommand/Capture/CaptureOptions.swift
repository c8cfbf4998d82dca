import ArgumentParser
import HaloCaptures

/// Which capture a command reads, and what is known of it besides.
struct CaptureOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The capture; '-' for standard input.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      """
      What the handles are, where the phone knew that already and did not ask: lines as in '0x0012 FFF4', as 'halo capture info \
      --print-map' writes them, or another capture of the same kind of device.
      """, valueName: "file"))
  var map: String?

  /// A reader at the beginning of the capture.
  func reader() throws -> CaptureReader { try CaptureFile.reader(file) }

  /// What the user knows of the attributes.
  func names() throws -> CaptureNames {
    guard let map else { return CaptureNames() }
    return CaptureNames(given: try CaptureFile.map(map))
  }

  /// What is in the capture.
  func survey(forNamesOnly: Bool = false) throws -> CaptureSurvey {
    try CaptureFile.report(file) {
      try CaptureSurvey(
        reader(), registry: HaloProgram.registry, names: names(), forNamesOnly: forNamesOnly)
    }
  }
}
