import HaloCaptures

/// The capture that a command reads, and a map of its handles.
struct CaptureOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The capture, or '-' for standard input.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      """
      A map of the handles, for a capture without service discovery. The file has lines such as '0x0012 FFF4', as \
      printed by 'halo capture info --print-map', or is another capture of the same device model.
      """, valueName: "file"))
  var map: String?

  /// Returns a reader at the start of the capture.
  func reader() throws -> CaptureReader { try CaptureFile.reader(file) }

  /// Returns the attribute names in the file of `--map`.
  func names() throws -> CaptureNames {
    guard let map else { return CaptureNames() }
    return CaptureNames(given: try CaptureFile.map(map))
  }

  /// Surveys the capture.
  func survey(forNamesOnly: Bool = false) throws -> CaptureSurvey {
    try CaptureFile.report(file) {
      try CaptureSurvey(
        reader(), registry: HaloProgram.registry, names: names(), forNamesOnly: forNamesOnly)
    }
  }
}
