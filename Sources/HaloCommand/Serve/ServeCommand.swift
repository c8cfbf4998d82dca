#if Dashboard
  import ArgumentParser
  import HaloDaemon
  import HaloBluetooth
  import HaloDashboard
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables
  import Logging
  import SystemPackage

  /// `halo serve`: the page, and what the daemon does.
  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Open a page in the browser: days, nights, heart, devices, and where each number comes from.",
      discussion: """
        Prints a link that works once, for ten minutes; the browser that opens it stays signed in for thirty days. Other people of this \
        computer are not. If the output is no terminal, the link is printed only with --print-link: files and logs are read by others. Meanwhile paired devices are kept synced as 'halo daemon' does; where a daemon runs already, the page asks it \
        to make way.

        The page is on this computer alone. --listen lets others of your network open it: whoever gets the link sees your data, and \
        without a certificate so does whoever listens in. docs/dashboard.md says more, also how it is reached through ssh.

        EXAMPLES:
          halo serve
          halo serve --radio simulated
          halo serve --link
          halo serve --listen 192.168.1.20 --certificate page.pem --key page-key.pem

        EXIT STATUS: 0 when it was told to stop; 69 with --link if no page is served; 73 if it cannot listen there; 75 if \
        another program has the port; 78 if settings or certificate cannot be read.
        """)

    @Option(help: ArgumentHelp("The address to listen at; 0.0.0.0 for all of this computer.", valueName: "address"))
    var listen = "127.0.0.1"

    @Option(help: "The port; 0 for any that is free.")
    var port = 8080

    @Option(
      help: ArgumentHelp("A name by which browsers may ask for the page; may be said several times.", valueName: "name")
    )
    var host: [String] = []

    @Option(help: ArgumentHelp("TLS: the certificate with its chain, in PEM.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("TLS: the certificate's key, in PEM.", valueName: "file"))
    var key: String?

    @Flag(help: "TLS: use the key even if other users of this computer can read it.")
    var allowReadableKey = false

    @Flag(
      help: ArgumentHelp(
        "TLS: tell browsers to use TLS alone for this host name, for a year (HSTS).",
        discussion: "It concerns every service of that host name, at all ports."))
    var hsts = false

    @Flag(help: "Print a new link to the page that is served of this journal already, and end.")
    var link = false

    @Flag(help: "Print the link even if the output is no terminal.")
    var printLink = false

    @Option(help: ArgumentHelp("The settings.", valueName: "file"))
    var settings: String?

    @Option(help: "How much it tells: debug, info (every sync), notice, warning or error.")
    var logLevel: DaemonRunCommand.LogLevel = .warning

    @Option(
      help: ArgumentHelp(
        "The page's files, read anew each time, in place of those in the program.", visibility: .private))
    var site: String?

    @OptionGroup var radioOptions: RadioOptions
    @OptionGroup var journalOptions: JournalFileOption

    func validate() throws {
      try radioOptions.refuseTakeOver()
      guard (0...65_535).contains(port) else { throw ValidationError(Phrase("--port is 0 to 65535.")) }
      guard (certificate == nil) == (key == nil) else {
        throw ValidationError(Phrase("--certificate and --key belong together."))
      }
      for (isGiven, name) in [(hsts, "--hsts"), (allowReadableKey, "--allow-readable-key")] where isGiven {
        guard certificate != nil else { throw ValidationError(Phrase("\(name) needs --certificate and --key.")) }
      }
      #if !TLS
        if certificate != nil {
          throw ValidationError(
            Phrase(
              """
              --certificate needs a halo with TLS, and this one was built without: 'make release' builds dist/halo with it.
              """))
        }
      #endif
    }

    func run() async throws {
      if link { return try printNewLink() }
      let journal = try journalOptions.open(isSimulated: radioOptions.isSimulated)
      BeltLeftRunning.warn(in: journal)
      let file = SettingsFile(settings)
      let read: DaemonSettings
      do { read = try file.readToPublish() } catch {
        StandardError.report("\(error)")
        throw ExitCode(EX.configuration)
      }
      var logger = Logger(label: "halo", factory: { _ in LogfmtHandler() })
      logger.logLevel = logLevel.level
      let socket = DaemonSocket.standard(journal: journal.path)
      let listener: SocketListener?
      do { listener = try SocketListener(path: socket, mode: DaemonSocket.mode(of: socket)) } catch {
        guard error == .addressInUse else {
          StandardError.report("cannot listen at \(socket): \(error).")
          throw ExitCode(EX.cannotCreate)
        }
        StandardError.report("a daemon keeps \(journal.path) already; the page asks it to make way for devices.")
        listener = nil
      }
      defer { listener?.close() }
      let (radioOptions, log) = (radioOptions, logger)
      let tellsHome = !radioOptions.isSimulated || settings != nil
      do {
        try await report {
          try await radioOptions.withRadio(speed: 1, mayBeMissing: true) { radio, environment in
            guard let listener else { return try await beside(journal, radio, environment, log) }
            let engine = Engine(
              journal: journal, radio: radio, registry: HaloProgram.registry, environment: environment)
            let program = Daemon.Program(radioOptions, at: environment.time)
            let daemon = Daemon(
              engine, environment, program, listener: listener, socket: socket, file: file, settings: read,
              tellsHome: tellsHome, logger: log)
            try await withDaemon(daemon, read, radio, log)
          }
        }
      } catch let failure as Dashboard.Failure {
        try explain(failure, journal)
      }
    }

    /// The daemon's work with the page beside it, until one of them ends.
    private func withDaemon(
      _ daemon: Daemon, _ settings: DaemonSettings, _ radio: any Central, _ logger: Logger
    ) async throws {
      let orders = Engine(
        journal: daemon.journal, radio: radio, registry: HaloProgram.registry, environment: daemon.environment,
        handover: SupervisorHandover(daemon.supervisor))
      let page = page(orders, daemon.environment, daemon.supervisor, logger)
      let (opened, continuation) = AsyncStream<Int>.makeStream()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await page.run { continuation.yield($0) } }
        group.addTask {
          // Before it listens there is nothing to look after: it may be told why it cannot.
          for await port in opened {
            // Before the page is announced: whoever sees it may press Control-C at once.
            let signals = await Daemon.takeSignals()
            try tell(page, port, daemon.journal)
            return try await daemon.run(settings, signals)
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }

    /// The page beside a daemon of another program.
    private func beside(
      _ journal: Journal, _ radio: any Central, _ environment: DriverEnvironment, _ logger: Logger
    ) async throws {
      let orders = Engine(
        journal: journal, radio: radio, registry: HaloProgram.registry, environment: environment,
        handover: DaemonHandover(journal: journal.path) { StandardError.report($0) })
      let page = page(orders, environment, nil, logger)
      try await Interruption.cancelling {
        try await page.run { try? tell(page, $0, journal) }
      }
    }

    private func page(
      _ engine: Engine, _ environment: DriverEnvironment, _ supervisor: Supervisor?, _ logger: Logger
    ) -> Dashboard {
      var configuration = Dashboard.Configuration()
      configuration.host = listen
      configuration.port = port
      configuration.names = host
      configuration.site = site
      #if TLS
        if let certificate, let key { configuration.certificate = (certificate, key) }
        configuration.allowsReadableKey = allowReadableKey
      #endif
      configuration.sendsHSTS = hsts
      let path = engine.journal.path
      let file = SettingsFile(settings)
      return Dashboard(
        configuration,
        .init(
          version: HaloProgram.version, radio: radioOptions.isSimulated ? "simulated" : "bluez", engine: engine,
          time: environment.time, supervisor: supervisor,
          // A daemon of this program is told by the supervisor itself.
          reload: { if supervisor == nil { DaemonSocket.reload(journal: path) } },
          limits: { try PersonalLimits(reading: file) }), logger: logger)
    }

    /// Says where the page is.
    private func tell(_ page: Dashboard, _ port: Int, _ journal: Journal) throws {
      let isLocal = Dashboard.isLoopback(listen)
      let hosts = host.isEmpty ? Dashboard.reachable(listen) : host
      let base = page.base(port: port, host: isLocal ? nil : hosts.first)
      let address = showsLink ? Dashboard.address(base, token: page.link()) : nil
      var lines: [Phrase] =
        if let address {
          [
            Phrase("Halo's page of \(journal.path):"), "", Phrase(verbatim: "  \(address)"), "",
            Phrase(
              """
              The link works once, for ten minutes; 'halo serve --link' prints a new one. Control-C ends the page.
              """),
          ]
        } else {
          [Phrase("Halo's page of \(journal.path) is at \(base). 'halo serve --link' prints a link to sign in.")]
        }
      lines += try page.cautions().map { Phrase(verbatim: $0) }
      var code = ""
      if !isLocal {
        let others = hosts.dropFirst().map { page.base(port: port, host: $0) }
        if !others.isEmpty { lines.append(Phrase("It is there at \(.names(others)) as well.")) }
        if certificate == nil {
          lines.append(
            Phrase("Without a certificate, others in your network can read along: --certificate and --key."))
        }
        if let address, Terminal.isTerminal(.standardOutput), Terminal.current().usesUnicode,
          let image = QRCode(address)
        {
          code = "\n" + image.text
        }
      }
      for line in lines { try StandardOutput.write(line) }
      try StandardOutput.write(text: code)
      try StandardOutput.write(
        Phrase("Halo shows what devices measured. It is not a medical device and gives no medical advice."))
    }

    /// Whether the output may hold a link. Files and logs are read by others, and later.
    private var showsLink: Bool { printLink || Terminal.isTerminal(.standardOutput) }

    /// A new link to the page that is served already.
    private func printNewLink() throws {
      guard let path = JournalOptions.path(journalOptions.journal, isSimulated: radioOptions.isSimulated),
        let (address, _) = try? Dashboard.linkToServed(journal: path)
      else {
        StandardError.report("no page of this journal is served now. 'halo serve' serves one.")
        throw ExitCode(EX.unavailable)
      }
      try StandardOutput.write(text: "\(address)\n")
    }

    /// Says why there is no page; where it is there already, gives a link to it.
    private func explain(_ failure: Dashboard.Failure, _ journal: Journal) throws {
      if failure.isTaken, let served = Dashboard.served(journal: journal.path) {
        let page = Phrase("The page of \(journal.path) is served already, by process \(String(served.process)).")
        guard showsLink, let (address, _) = try? Dashboard.linkToServed(journal: journal.path) else {
          return try StandardOutput.write(Phrase("\(page) 'halo serve --link' prints a link to it."))
        }
        return try StandardOutput.write(
          Phrase("\(page) A new link to it:"), "", Phrase(verbatim: "  \(address)"))
      }
      StandardError.report("\(failure)")
      throw ExitCode(failure.isTaken ? EX.temporary : failure.isOfSettings ? EX.configuration : EX.cannotCreate)
    }
  }
#endif
