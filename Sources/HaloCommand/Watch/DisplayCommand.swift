import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo display`: shows and changes the display pages of a watch.
struct DisplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "display",
    abstract: "Show and change the display pages of a watch.",
    discussion: """
      Halo reads the pages back after writing.

      EXAMPLES:
        halo display --radio simulated --scene watch
        halo display set time steps heart-rate alarm --radio simulated --scene watch
      """,
    subcommands: [ShowDisplayCommand.self, SetDisplayCommand.self], defaultSubcommand: ShowDisplayCommand.self)
}

/// `halo display show`.
struct ShowDisplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the pages (default).",
    discussion: "EXIT STATUS: 0; 69 if no watch was found, or it does not report its pages.")

  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    try DisplayOutput.write(
      try await ring.displayPages(), json: json)
  }
}

/// `halo display set`.
struct SetDisplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the display pages and their order.",
    discussion: """
      Pages: \(pageNames.joined(separator: ", ")).

      EXIT STATUS: 0; 69 if no watch was found, or it did not store the pages.
      """)

  @Argument(help: ArgumentHelp("The pages.", valueName: "page"), transform: parsePage)
  var pages: [String]
  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    guard Set(pages).count == pages.count else { throw ValidationError(Phrase("Name each page once.")) }
  }

  func run() async throws {
    try DisplayOutput.write(try await ring.displayPages(pages), json: json)
  }

  private static func parsePage(_ text: String) throws -> String {
    guard pageNames.contains(text.lowercased()) else {
      throw ValidationError(Phrase("'\(text)' is not a page of a watch. 'halo help display set' lists the pages."))
    }
    return text.lowercased()
  }

  /// The pages that any driver supports.
  private static var pageNames: [String] {
    HaloProgram.registry.drivers.compactMap { $0 as? any DisplayConfigurable.Type }
      .reduce(into: []) { names, driver in names += driver.displayPageNames.filter { !names.contains($0) } }
  }
}

extension DeviceOptions {
  /// Reads the pages of a watch, or sets them.
  fileprivate func displayPages(_ requested: [String]? = nil) async throws -> CautionedValue<[String]> {
    try await withDevice(.display, as: { $0 as? any DisplayConfigurable }, Phrase("display")) { watch, seen, _ in
      if let requested {
        let actual = try await watch.setDisplayPages(requested)
        if actual == nil { UnverifiedSetting.report(Phrase("display")) }
        return CautionedValue(actual ?? requested, of: watch)
      }
      guard let pages = try await watch.displayPages() else {
        throw ConfigurableError.unsupported(device: seen.label, what: Phrase("display"))
      }
      return CautionedValue(pages, of: watch)
    }
  }
}

/// The output of pages.
private struct DisplayOutput: Encodable {
  let pages: [String]
  /// True if the driver was verified on a real device.
  let verified: Bool

  static func write(_ answer: CautionedValue<[String]>, json: Bool) throws {
    if json { return try StandardOutput.write(json: Self(pages: answer.value, verified: answer.isVerified)) }
    try StandardOutput.write(Phrase("Pages: \(.names(answer.value))."))
    try StandardOutput.write(text: answer.cautionLine)
  }
}
