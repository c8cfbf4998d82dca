import ArgumentParser
import HaloJournal

/// `halo daemon status`: what a daemon does.
struct DaemonStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what the daemon does with each device, and which commands it runs.",
    discussion: "EXIT STATUS: 0; 69 if no daemon runs, or it does not answer within 5 s.")

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var place: DaemonPlace

  func run() async throws {
    let connection = try place.connect()
    try connection.ask(.status)
    switch try await report({ try await connection.firstReply() }) {
    case .status(let status) where json: return try StandardOutput.write(json: status)
    case .status(let status): return try StandardOutput.write(text: Self.text(status, Terminal.current()))
    case .refused(let reason): StandardError.write("halo: \(reason)\n")
    case .held, .started, .ended, nil: StandardError.write("halo: the daemon ended meanwhile.\n")
    }
    throw ExitCode(EX.unavailable)
  }

  private static func text(_ status: DaemonStatus, _ terminal: Terminal) -> String {
    var text = "Halo \(status.version), process \(status.process), keeps \(Words.printable(status.journal)).\n"
    if status.devices.isEmpty { text += "No device is paired: 'halo pair' keeps one.\n" }
    for device in status.devices {
      text += "\(terminal.paint(Words.printable(device.name), .bold))  \(device.words)"
      if let last = device.lastSync { text += ", synced \(last)" }
      if let problem = device.problem { text += "\n  " + terminal.paint(Words.printable(problem), .yellow) }
      text += "\n"
    }
    for command in status.commands {
      text += "process \(command.process)  halo \(Words.printable(command.arguments.joined(separator: " ")))"
      text += "  since \(command.since)\(command.isBackground ? ", in the background" : "")\n"
    }
    return text
  }
}

/// `halo daemon end`: ends what runs in the background.
struct DaemonEndCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End a command that the daemon runs in the background.",
    discussion: "EXIT STATUS: 0; 69 if no daemon runs, it does not answer within 5 s, or nothing runs by that number.")

  @Argument(help: ArgumentHelp("The number that 'halo daemon status' shows.", valueName: "process"))
  var process: Int32

  @OptionGroup var place: DaemonPlace

  func run() async throws {
    let connection = try place.connect()
    try connection.ask(.end(process: process))
    switch try await report({ try await connection.firstReply() }) {
    case .refused(let reason): StandardError.write("halo: \(reason)\n")
    case nil: break
    default: return
    }
    throw ExitCode(EX.unavailable)
  }
}

/// Which daemon is meant.
struct DaemonPlace: ParsableArguments {
  @Option(
    help: ArgumentHelp("Where the daemon listens (default: the service, otherwise one's own).", valueName: "path"))
  var socket: String?

  @OptionGroup var journalOptions: JournalOptions

  /// Connects to it.
  func connect() throws -> DaemonConnection {
    let isOwn = JournalOptions.isChosen(journalOptions.journal) || journalOptions.isSimulated
    let connection = try report {
      if let socket {
        try DaemonSocket.connect(path: socket)
      } else {
        try DaemonSocket.connect(
          journal: journalOptions.journal, isSimulated: journalOptions.isSimulated, isOwn: isOwn)
      }
    }
    if let connection { return connection }
    StandardError.write("halo: no daemon runs here that you may speak with. 'halo daemon' is one.\n")
    throw ExitCode(EX.unavailable)
  }
}
