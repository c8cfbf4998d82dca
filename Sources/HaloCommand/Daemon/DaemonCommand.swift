import HaloDaemon
import ArgumentParser
import HaloEngine
import HaloJournal
import HaloBluetooth
import HaloReports
import HaloWearables
import Logging
import SystemPackage

/// `halo daemon`: keeps devices synced for good.
struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Keep paired devices synced for good, and share them with other commands.",
    discussion: """
      'halo daemon' is short for 'halo daemon run', whose options and settings 'halo help daemon run' lists:

        halo daemon
        halo daemon --radio simulated --speed 60
      """,
    subcommands: [DaemonRunCommand.self, DaemonStatusCommand.self, DaemonEndCommand.self],
    defaultSubcommand: DaemonRunCommand.self)
}

/// `halo daemon run`: the daemon itself.
struct DaemonRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Look for every paired device, bring its data home when it is near and due, and let it go.",
    discussion: """
      It goes on until it is told to stop (SIGTERM, Control-C), which takes two seconds at most. Other commands need not care that it \
      runs: it lets a device go when one of them wants to speak with it. SIGHUP makes it read its settings again.

      SETTINGS (YAML; default ~/.config/halo/settings.yaml, of the service /etc/halo/settings.yaml):
        sync: 30m            # time between two syncs of a device
        speedLimit: 8        # km/h: no belt is told to run faster (docs/fitness-machine.md)
        inclineLimit: 10     # %: no machine is told to be steeper
        hooks:               # commands to run (docs/home.md)
          new-night: notify-send "slept $HALO_NIGHT_ASLEEP minutes"
        mqtt:                # a broker, for Home Assistant (docs/home.md)
          host: localhost

      EXAMPLES:
        halo daemon
        halo daemon --radio simulated --speed 60
        halo daemon status

      EXIT STATUS: 0 when it was told to stop; 75 if another daemon keeps this journal; 78 if its settings cannot be read.
      """)

  @Option(help: ArgumentHelp("The settings.", valueName: "file"))
  var settings: String?

  @Option(help: ArgumentHelp("Where other commands reach it (default: beside the journal).", valueName: "path"))
  var socket: String?

  @Option(help: "How much it tells: debug, info (every sync), notice, warning or error.")
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
    let read: DaemonSettings
    do { read = try file.readToPublish() } catch {
      StandardError.report("\(error)")
      throw ExitCode(EX.configuration)
    }
    let journal = try journalOptions.open(isSimulated: radioOptions.isSimulated)
    BeltLeftRunning.warn(in: journal)
    let socket = socket ?? DaemonSocket.standard(journal: journal.path)
    let listener: SocketListener
    do { listener = try SocketListener(path: socket, mode: DaemonSocket.mode(of: socket)) } catch {
      StandardError.report(
        error == .addressInUse
          ? Phrase("another daemon keeps \(journal.path). 'halo daemon status' shows its state.")
          : Phrase("cannot listen at \(socket): \(error). Say where with --socket."))
      throw ExitCode(error == .addressInUse ? EX.temporary : EX.cannotCreate)
    }
    defer { listener.close() }
    let radioOptions = radioOptions
    // Made-up rings are nobody's home, unless somebody wants to try that.
    let tellsHome = !radioOptions.isSimulated || self.settings != nil
    let (log, settings) = (logger, read)
    try await report {
      try await radioOptions.withRadio(speed: 1, mayBeMissing: true) { radio, environment in
        let engine = Engine(
          journal: journal, radio: radio, registry: HaloProgram.registry, environment: environment)
        let program = Daemon.Program(radioOptions, at: environment.time)
        try await Daemon(
          engine, environment, program, listener: listener, socket: socket, file: file, settings: settings,
          tellsHome: tellsHome, logger: log
        ).run(settings, Daemon.takeSignals())
      }
    }
  }
}
