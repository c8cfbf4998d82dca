import HaloDaemon
import SystemPackage

/// `halo status`: prints the state of the paired devices; with --follow, keeps it up to date.
struct StatusCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of the paired devices.",
    discussion: """
      --follow shows what the daemon does with each device, until Control-C. If no daemon runs, this command does \
      the same: it searches for every paired device, syncs each nearby device every half hour, and disconnects.

      EXAMPLES:
        halo status
        halo status --json
        halo status --follow --radio simulated --speed 60

      --json prints one object with the paired devices, and the newest day of each wearer with its metrics. It is \
      meant for scripts and for a command_line sensor of Home Assistant (docs/home.md).

      EXIT STATUS: 0; 69 if no device is paired (with --json: 0); 130 after Control-C.
      """)

  @Flag(help: "Keep the devices synced, and show their state.")
  var follow = false

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var radioOptions: RadioOptions
  @OptionGroup var journalOptions: JournalFileOption

  func validate() throws {
    try refuse("--json prints the status once: leave out --follow.", if: json && follow)
  }

  func run() async throws {
    let isSimulated = radioOptions.isSimulated
    let journal = try journalOptions.openExisting(isSimulated: isSimulated)
    BeltLeftRunning.warn(in: journal)
    JournalOptions.updateOutdated(journal)
    let status = try StatusReport(journal, HaloProgram.registry, time: WallTime.system)
    if json { return try StandardOutput.write(json: status) }
    guard !status.devices.isEmpty else {
      let advice = journalOptions.adviceIfEmpty(isSimulated: isSimulated)
      throw Failure(EX.unavailable, "no device is paired in \(journal.path). Pair one with 'halo pair'.\(advice)")
    }
    guard follow else { return try show(status) }
    let daemon = try DaemonSocket.connect(path: DaemonSocket.ofJournal(journal.path))
    if let daemon { return try await show(daemon) }

    try await radioOptions.withRadio(speed: 1) { radio, environment in
      let supervisor = Supervisor(
        Engine.forCommand(journal, radio, environment, takesOver: false))
      let lines = StatusLines()
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await statuses in await supervisor.updates() where !lines.show(statuses.map { .init($0) }) { return }
        }
        group.addTask { try? await supervisor.run() }
        group.addTask {
          // Another program may pair or unpair a device.
          while (try? await environment.clock.sleep(for: .seconds(60))) != nil { await supervisor.reload() }
        }
        await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }
  }

  /// Shows the daemon's status until the daemon ends.
  private func show(_ daemon: DaemonConnection) async throws {
    try daemon.ask(.follow)
    let lines = StatusLines()
    try await Interruption.cancelling {
      switch try await daemon.firstReply() {
      case .status(let status)?: guard lines.show(status.devices) else { return }
      case .refused(let reason)?:
        throw Failure(EX.unavailable, "\(reason)")
      default: break
      }
      for await reply in daemon.replies {
        if case .status(let status) = reply, !lines.show(status.devices) { return }
      }
      try Task.checkCancellation()
      throw Failure(EX.unavailable, "the daemon ended.")
    }
  }

  private func show(_ status: StatusReport) throws {
    let terminal = Terminal.current()
    for device in status.devices {
      let rows: [(Phrase, Phrase)] = [
        (Phrase("wearer"), Phrase(verbatim: device.wearer)),
        (Phrase("firmware"), device.firmware.map(Phrase.init(verbatim:)) ?? Phrase("not reported")),
        (Phrase("connected"), device.lastConnected), (Phrase("battery"), device.charge ?? Phrase("not reported")),
      ]
      try show(device.name, rows, terminal)
    }
    for day in status.days {
      let rows = [(Phrase("night"), day.nightWords)]
      try show(
        day.wearer, rows + [day.restingHeartRate].compactMap(\.self).map { (Phrase("resting HR"), $0) }, terminal)
    }
  }

  private func show(_ name: String, _ rows: [(Phrase, Phrase)], _ terminal: Terminal) throws {
    try StandardOutput.write(
      text: terminal.paint(VisibleText.printable(name), .bold) + "\n"
        + FactRows.draw(rows.map { (label: $0, value: $1) }, on: terminal, indentation: 2, width: 13))
  }
}

/// Shows the state of devices: updated lines on a terminal, otherwise one line per change.
private struct StatusLines: Sendable {
  private let isTerminal = Terminal.isTerminal(.standardOutput)
  private let terminal = Terminal.current()

  /// Shows the devices. Returns `false` if the output was closed.
  func show(_ devices: [DaemonStatus.Device]) -> Bool {
    let lines = devices.map { status in
      let problem = status.problem.map { "  " + terminal.paint(VisibleText.printable($0), .yellow) } ?? ""
      return "\(terminal.paint(VisibleText.printable(status.name), .bold))  \(status.words)\(problem)"
    }
    let text =
      isTerminal
      ? "\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\n") + "\n"
      : lines.map { $0 + "\n" }.joined()
    return (try? StandardOutput.write(text: text)) != nil
  }
}
