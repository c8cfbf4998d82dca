import ArgumentParser
import HaloBluetooth
import HaloWearables

/// `halo display`: the pages of a watch.
struct DisplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "display",
    abstract: "Show and change the pages that a watch shows.",
    discussion: """
      From documents alone, and not verified on a watch: one source gives another key to the display than all others \
      (docs/everest-w311.md). What is written is read back.

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
    discussion: "EXIT STATUS: 0; 69 where no watch was found, or it does not say.")

  @OptionGroup var ring: RingOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    try DisplayOutput(try await ring.withKept(.watch, for: "settings", work: DisplayWork(wished: nil))).write(
      json: json)
  }
}

/// `halo display set`.
struct SetDisplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Say which pages the watch is to show, in order.",
    discussion: """
      Pages: \(EverestW311.Display.Page.allCases.map(\.argument).joined(separator: ", ")).

      EXIT STATUS: 0; 69 where no watch was found, or it keeps other pages.
      """)

  @Argument(help: ArgumentHelp("The pages.", valueName: "page"), transform: parsePage)
  var pages: [EverestW311.Display.Page]
  @OptionGroup var ring: RingOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    guard Set(pages).count == pages.count else { throw ValidationError("Name each page once.") }
  }

  func run() async throws {
    let work = DisplayWork(wished: EverestW311.Display(pages))
    try DisplayOutput(try await ring.withKept(.watch, for: "settings", work: work)).write(json: json)
  }

  private static func parsePage(_ text: String) throws -> EverestW311.Display.Page {
    guard let page = EverestW311.Display.Page.allCases.first(where: { $0.argument == text.lowercased() }) else {
      throw ValidationError("'\(text)' is no page of a watch; 'halo help display set' lists them.")
    }
    return page
  }
}

/// Reads the pages of a watch, or sets them.
private struct DisplayWork: DeviceWork {
  let wished: EverestW311.Display?

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> EverestW311.Display {
    let wished = wished
    return try await session.persistently(progress: { 0 }) { driver in
      guard let watch = driver as? EverestW311Driver else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: "display")
      }
      if let wished { return try await watch.setDisplay(wished) ?? wished }
      guard let display = try await watch.display() else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: "display")
      }
      return display
    }
  }
}

/// Pages as they are printed.
private struct DisplayOutput: Encodable {
  let pages: [String]
  /// Whether a real watch has confirmed what these commands rest on.
  let verified = false

  init(_ display: EverestW311.Display) { pages = display.pages.map(\.argument) }

  func write(json: Bool) throws {
    if json { return try StandardOutput.write(json: self) }
    try StandardOutput.write(text: "Pages: \(pages.joined(separator: ", ")).\n" + AlarmOutput.unverified)
  }
}

extension EverestW311.Display.Page {
  /// The page as a person writes it: `active-time`.
  fileprivate var argument: String {
    name.description.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
