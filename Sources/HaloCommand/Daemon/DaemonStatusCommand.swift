import HaloDaemon
import ArgumentParser
import HaloJournal
import HaloReports

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
    case .refused(let reason): StandardError.report("\(reason)")
    case .held, .started, .ended, nil: StandardError.report("the daemon ended meanwhile.")
    }
    throw ExitCode(EX.unavailable)
  }

  private static func text(_ status: DaemonStatus, _ terminal: Terminal) -> String {
    let head = Phrase("Halo \(status.version), process \(String(status.process)), keeps \(status.journal).")
    var lines = [Words.printable(head.text)]
    if status.devices.isEmpty { lines.append(Phrase("No device is paired: 'halo pair' keeps one.").text) }
    for device in status.devices {
      let state = device.lastSync.map { Phrase("\(device.phrase), synced \($0)") } ?? device.phrase
      lines.append(terminal.paint(Words.printable(device.name), .bold) + "  " + state.text)
      if let problem = device.problem { lines.append("  " + terminal.paint(Words.printable(problem), .yellow)) }
    }
    for command in status.commands {
      let (process, since) = (String(command.process), command.since)
      let words = "halo \(command.arguments.joined(separator: " "))"
      let line =
        command.isBackground
        ? Phrase("process \(process)  \(words)  since \(since), in the background")
        : Phrase("process \(process)  \(words)  since \(since)")
      lines.append(Words.printable(line.text))
    }
    return lines.map { $0 + "\n" }.joined()
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
    case .refused:
      StandardError.report(
        "nothing runs in the background as process \(String(process)). 'halo daemon status' shows what runs.")
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
    StandardError.report("no daemon runs here that you may speak with. 'halo daemon' is one.")
    throw ExitCode(EX.unavailable)
  }
}
