import HaloDaemon

/// `halo daemon status`: prints the status of a daemon.
struct DaemonStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the daemon's devices and running commands.",
    discussion: "EXIT STATUS: 0; 69 if no daemon is running, or it does not reply within 5 s.")

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var place: DaemonOptions

  func run() async throws {
    let connection = try place.connect()
    try connection.ask(.status)
    switch try await connection.firstReply() {
    case .status(let status): try StandardOutput.write(status, json: json) { Self.text(status, $0) }
    case .refused(let reason): throw Failure(EX.unavailable, "\(reason)")
    case .held, .started, .ended, nil: throw Failure.daemonEnded
    }
  }

  private static func text(_ status: DaemonStatus, _ terminal: Terminal) -> String {
    let now = WallTime.system.moment
    // The protocol has times as text.
    func time(_ text: String) -> Phrase {
      Moment(text).map { MeasureWording.time($0, now: now) } ?? Phrase(verbatim: text)
    }
    let head = Phrase("Halo \(status.version), process \(String(status.process)), uses \(status.journal).")
    var lines = [VisibleText.printable(head.text)]
    if status.devices.isEmpty { lines.append(Phrase("No device is paired. Pair one with 'halo pair'.").text) }
    for device in status.devices {
      let state = device.lastSync.map { Phrase("\(device.phrase), synced \(time($0))") } ?? device.phrase
      lines.append(terminal.paint(VisibleText.printable(device.name), .bold) + "  " + state.text)
      if let problem = device.problem { lines.append("  " + terminal.paint(VisibleText.printable(problem), .yellow)) }
    }
    for command in status.commands {
      let process = String(command.process)
      let started = time(command.since)
      let words = "halo \(command.arguments.joined(separator: " "))"
      let line =
        command.isBackground
        ? Phrase("process \(process)  \(words)  started \(started), in the background")
        : Phrase("process \(process)  \(words)  started \(started)")
      lines.append(VisibleText.printable(line.text))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// `halo daemon end`: ends a background command.
struct DaemonEndCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End a command that the daemon runs in the background.",
    discussion: "EXIT STATUS: 0; 69 if no daemon is running, it does not reply within 5 s, or it runs no such process.")

  @Argument(help: ArgumentHelp("The process ID from 'halo daemon status'.", valueName: "process"))
  var process: Int32

  @OptionGroup var place: DaemonOptions

  func run() async throws {
    let connection = try place.connect()
    try connection.ask(.end(process: process))
    switch try await connection.firstReply() {
    case .refused:
      throw Failure(
        EX.unavailable,
        "no background command runs as process \(String(process)). 'halo daemon status' lists the running commands.")
    case nil: throw Failure.daemonEnded
    default: try StandardOutput.write(Phrase("Process \(String(process)) ends."))
    }
  }
}

/// Options that select a daemon.
struct DaemonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The daemon's socket (default: the service, otherwise your own daemon).", valueName: "path"))
  var socket: String?

  @OptionGroup var journalOptions: JournalOptions

  /// Connects to the daemon. Throws if no daemon is running.
  func connect() throws -> DaemonConnection {
    let connection =
      try socket.map { try DaemonSocket.connect(path: $0) }
      ?? DaemonSocket.connect(journal: journalOptions.journal, isSimulated: journalOptions.isSimulated)
    if let connection { return connection }
    throw Failure(EX.unavailable, "no daemon is running that you may use. Start one with 'halo daemon'.")
  }
}
