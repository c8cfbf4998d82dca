/// `halo display`: shows and changes the display pages of a watch.
struct DisplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "display",
    abstract: "Show and change the display pages of a watch.",
    discussion: """
      Halo reads the pages back after writing. Sources of an undocumented watch may disagree about the command: try \
      each of the readings.

      READINGS:
      \(DisplayReadingOptions.list)

      EXAMPLES:
        halo display --radio simulated --scene watch
        halo display set time steps heart-rate alarm --radio simulated --scene watch
        halo display --reading 03
      """,
    subcommands: [ShowDisplayCommand.self, SetDisplayCommand.self], defaultSubcommand: ShowDisplayCommand.self)
}

/// `halo display show`.
struct ShowDisplayCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the pages (default).",
    discussion: "EXIT STATUS: 0; 69 if no watch was found, or it does not report its pages.")

  @OptionGroup var reading: DisplayReadingOptions
  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws { try await ring.showDisplay(reading, json: json) }
}

/// `halo display set`.
struct SetDisplayCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the display pages and their order.",
    discussion: """
      Pages: \(pageNames.joined(separator: ", ")).

      EXIT STATUS: 0; 69 if no watch was found, or it did not store the pages.
      """)

  @Argument(help: ArgumentHelp("The pages.", valueName: "page"), transform: parsePage)
  var pages: [String]
  @OptionGroup var reading: DisplayReadingOptions
  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    try refuse("Name each page once.", unless: Set(pages).count == pages.count)
  }

  func run() async throws { try await ring.showDisplay(reading, setting: pages, json: json) }

  private static func parsePage(_ text: String) throws -> String {
    try refuse(
      "'\(text)' is not a page of a watch. 'halo help display set' lists the pages.",
      unless: pageNames.contains(text.lowercased()))
    return text.lowercased()
  }

  /// The pages that any driver supports.
  private static var pageNames: [String] {
    HaloProgram.registry.drivers.compactMap { $0 as? any DisplayConfigurable.Type }
      .reduce(into: []) { names, driver in names += driver.displayPageNames.filter { !names.contains($0) } }
  }
}

/// The choice between disputed readings of the display command.
struct DisplayReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Which reading of the display command to use (default: the first).", valueName: "reading"))
  var reading: String?

  /// The chosen reading.
  var chosen: DisplayReading? { Self.readings.first { $0.id == reading } }

  func validate() throws {
    try refuse("--reading must be one of \(.names(Self.readings.map(\.id))).", unless: reading == nil || chosen != nil)
  }

  /// The readings of all drivers, with their evidence.
  static var list: String { readings.map { "  \($0.id): \($0.evidence.english)" }.joined(separator: "\n") }

  private static var readings: [DisplayReading] {
    HaloProgram.registry.drivers.compactMap { $0 as? any DisplayConfigurable.Type }.flatMap { $0.displayReadings }
  }
}

extension DeviceOptions {
  /// Reads the pages of a watch, or sets them, and prints them.
  fileprivate func showDisplay(
    _ options: DisplayReadingOptions, setting requested: [String]? = nil, json: Bool
  ) async throws {
    let reading = options.chosen
    let answer: CautionedValue<[String]> = try await withDevice(
      .display, as: { $0 as? any DisplayConfigurable }, Phrase("display")
    ) { watch, seen, _ in
      if let requested {
        let actual = try await watch.setDisplayPages(requested, by: reading)
        if actual == nil { UnverifiedSetting.report(Phrase("display")) }
        return CautionedValue(actual ?? requested, of: watch)
      }
      guard let pages = try await watch.displayPages(by: reading) else {
        throw ConfigurableError.unsupported(device: seen.label, what: Phrase("display"))
      }
      return CautionedValue(pages, of: watch)
    }
    if json {
      return try StandardOutput.write(json: ["pages": answer.value, "verified": answer.isVerified] as JSONFields)
    }
    try StandardOutput.write(Phrase("Pages: \(.names(answer.value))."))
    if let reading { try StandardOutput.write(Phrase("Reading \(reading.id): \(reading.evidence)")) }
    try StandardOutput.write(text: answer.cautionLine)
  }
}
