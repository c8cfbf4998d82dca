import HaloDaemon
import Logging
import SystemPackage

/// `halo daemon`: syncs devices continuously.
struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Sync paired devices in the background and share them with other commands.",
    discussion: """
      'halo daemon' is short for 'halo daemon run'. 'halo help daemon run' lists its options and settings:

        halo daemon
        halo daemon --radio simulated --speed 60
      """,
    subcommands: [DaemonRunCommand.self, DaemonStatusCommand.self, DaemonEndCommand.self],
    defaultSubcommand: DaemonRunCommand.self)
}

/// `halo daemon run`: runs the daemon.
struct DaemonRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon, which syncs every paired device when it is nearby.",
    discussion: """
      The daemon runs until it receives SIGTERM or Control-C, and stops within two seconds. It releases a device \
      when another command needs it. SIGHUP reloads the settings.

      SETTINGS (YAML; default ~/.config/halo/settings.yaml; for the service /etc/halo/settings.yaml):
        sync: 30m            # time between two syncs of a device
        speedLimit: 8        # km/h: the highest speed for treadmills
        inclineLimit: 10     # %: the highest incline
        hooks:               # commands to run (docs/home.md)
          new-night: notify-send "slept $HALO_NIGHT_ASLEEP minutes"
        mqtt:                # an MQTT broker, for Home Assistant (docs/home.md)
          host: localhost

      EXAMPLES:
        halo daemon
        halo daemon --radio simulated --speed 60
        halo daemon status

      EXIT STATUS: 0 after a signal to stop; 75 if another daemon uses this journal; 78 if the settings cannot be \
      read.
      """)

  @Option(help: ArgumentHelp("The settings file.", valueName: "file"))
  var settings: String?

  @Option(help: ArgumentHelp("The socket for other commands (default: beside the journal).", valueName: "path"))
  var socket: String?

  @Option(help: "The log level: debug, info (every sync), notice, warning or error.")
  var logLevel: LogLevel = .notice

  @OptionGroup var radioOptions: RadioOptions
  @OptionGroup var journalOptions: JournalFileOption

  enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug
    case info
    case notice
    case warning
    case error

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
  }

  func validate() throws { try radioOptions.refuseTakeOver() }

  func run() async throws {
    var logger = Logger(label: "halo", factory: { _ in LogfmtHandler() })
    logger.logLevel = logLevel.level
    let file = SettingsFile(settings)
    let read = try file.readToPublish()
    let journal = try journalOptions.open(isSimulated: radioOptions.isSimulated)
    BeltLeftRunning.warn(in: journal)
    let socket = socket ?? DaemonSocket.standard(journal: journal.path)
    let listener: SocketListener
    do { listener = try SocketListener(path: socket, mode: DaemonSocket.mode(of: socket)) } catch {
      throw Failure(
        error == .addressInUse ? EX.temporary : EX.cannotCreate,
        error == .addressInUse
          ? Phrase("another daemon uses \(journal.path). 'halo daemon status' shows its state.")
          : Phrase("cannot listen at \(socket): \(error). Choose another path with --socket."))
    }
    defer { listener.close() }

    // Do not publish simulated rings to MQTT and hooks, unless a settings file was chosen.
    let publishesStates = !radioOptions.isSimulated || self.settings != nil
    let log = logger
    try await radioOptions.withRadio(speed: 1, mayBeMissing: true) { radio, environment in
      let engine = Engine.forCommand(journal, radio, environment, takesOver: false)
      let program = Daemon.Program(radioOptions, at: environment.time)
      try await Daemon(
        engine, environment, program, listener: listener, socket: socket, file: file, settings: read,
        publishesStates: publishesStates, logger: log
      ).run(read)
    }
  }
}
