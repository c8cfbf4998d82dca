import ArgumentParser

/// `halo capture anonymize`: a copy that can be shown.
struct CaptureAnonymizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "anonymize", abstract: "x")
  @OptionGroup var capture: CaptureOptions
  func run() throws {}
}
