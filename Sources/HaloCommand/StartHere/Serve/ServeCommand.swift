#if Dashboard
  import HaloDaemon
  import HaloDashboard
  import HaloEngine
  import Logging
  import SystemPackage

  /// `halo serve`: serves the web page, and syncs devices like the daemon.
  struct ServeCommand: AsyncParsableCommand, DaemonForwardable {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Serve the web page with your days, nights, heart rate and devices.",
      discussion: """
        Halo prints a sign-in link that works once within ten minutes. The browser that opens it stays signed in for \
        thirty days. Other users of this computer are not signed in. If the output is not a terminal, the link is \
        only printed with --print-link, because others may read files and logs. Halo also syncs paired devices, as \
        'halo daemon' does. If a daemon is running already, the page requests devices from it.

        By default, the page is only reachable on this computer. With --listen, other computers on your network can \
        open it. Every person with the link sees your data. Without a certificate, the data can also be read from \
        the network traffic. See docs/dashboard.md, also for access through ssh.

        EXAMPLES:
          halo serve
          halo serve --radio simulated
          halo serve --link
          halo serve --listen 192.168.1.20 --certificate page.pem --key page-key.pem

        EXIT STATUS: 0 after a signal to stop; 69 with --link if no page is served; 73 if it cannot listen at that \
        address; 75 if another program uses the port; 78 if the settings or the certificate cannot be read.
        """)

    @Option(
      help: ArgumentHelp("The address to listen at; 0.0.0.0 for all addresses of this computer.", valueName: "address"))
    var listen = "127.0.0.1"

    @Option(help: "The port; 0 for any free port.")
    var port = 8080

    @Option(
      help: ArgumentHelp("A host name under which the page may be requested. Repeatable.", valueName: "name")
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
        "TLS: require TLS for this host name for a year (HSTS).",
        discussion: "It applies to all services of that host name, on all ports."))
    var hsts = false

    @Flag(help: "Print a new sign-in link for the page that is already served for this journal, and exit.")
    var link = false

    @Flag(help: "Print the link even if the output is not a terminal.")
    var printLink = false

    @Option(help: ArgumentHelp("The settings file.", valueName: "file"))
    var settings: String?

    @Option(help: "The log level: debug, info (every sync), notice, warning or error.")
    var logLevel: DaemonRunCommand.LogLevel = .warning

    @Option(
      help: ArgumentHelp(
        "A folder with the page's files, read for each request, instead of those in the program.", visibility: .private)
    )
    var site: String?

    @OptionGroup var radioOptions: RadioOptions
    @OptionGroup var journalOptions: JournalFileOption

    func validate() throws {
      try radioOptions.refuseTakeOver()
      try check("--port", port, within: 0...65_535)
      try refuse("--certificate and --key require each other.", unless: (certificate == nil) == (key == nil))
      for (isGiven, name) in [(hsts, "--hsts"), (allowReadableKey, "--allow-readable-key")] where isGiven {
        try refuse("\(name) requires --certificate and --key.", unless: certificate != nil)
      }
      #if !TLS
        try refuse(
          """
          --certificate requires TLS, but this halo was built without it. 'make release' builds dist/halo with \
          TLS.
          """, if: certificate != nil)
      #endif
    }

    func run() async throws {
      if link { return try printNewLink() }
      let journal = try journalOptions.open(isSimulated: radioOptions.isSimulated)
      BeltLeftRunning.warn(in: journal)
      let file = SettingsFile(settings)
      let read = try file.readToPublish()
      var logger = Logger(label: "halo", factory: { _ in LogfmtHandler() })
      logger.logLevel = logLevel.level
      let socket = DaemonSocket.standard(journal: journal.path)
      let listener: SocketListener?
      do { listener = try SocketListener(path: socket, mode: DaemonSocket.mode(of: socket)) } catch {
        guard error == .addressInUse else {
          throw Failure(EX.cannotCreate, "cannot listen at \(socket): \(error).")
        }
        StandardError.report("a daemon uses \(journal.path) already. The page requests devices from it.")
        listener = nil
      }
      defer { listener?.close() }
      let radioOptions = radioOptions
      let log = logger
      let publishesStates = !radioOptions.isSimulated || settings != nil
      do {
        try await radioOptions.withRadio(speed: 1, mayBeMissing: true) { radio, environment in
          guard let listener else { return try await runBesideDaemon(journal, radio, environment, log) }
          let engine = Engine.forCommand(journal, radio, environment, takesOver: false)
          let program = Daemon.Program(radioOptions, at: environment.time)
          let daemon = Daemon(
            engine, environment, program, listener: listener, socket: socket, file: file, settings: read,
            publishesStates: publishesStates, logger: log)
          try await withDaemon(daemon, read, radio, log)
        }
      } catch let failure as Dashboard.Failure {
        try explain(failure, journal)
      }
    }

    /// Runs the daemon and the page until one of them ends.
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
          // Start the daemon only when the page listens, so that a failure to listen is reported first.
          for await port in opened {
            // Handle signals before the page is announced, because Control-C may follow immediately.
            try await daemon.run(settings) { try announce(page, port, daemon.journal) }
            return
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }

    /// Runs the page beside a daemon in another process.
    private func runBesideDaemon(
      _ journal: Journal, _ radio: any Central, _ environment: DriverEnvironment, _ logger: Logger
    ) async throws {
      let orders = Engine.forCommand(journal, radio, environment)
      let page = page(orders, environment, nil, logger)
      try await Interruption.cancelling {
        try await page.run { try? announce(page, $0, journal) }
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
      let variables = EnvironmentVariable.all
      // The page calls these closures in tasks that may belong to no run.
      @Sendable func here<Result>(_ body: () throws -> Result) rethrows -> Result {
        try EnvironmentVariable.$all.withValue(variables, operation: body)
      }
      // Not in another program, whose command line is not Halo's.
      let child = { @Sendable () throws -> any ImportProcess in try ImportChild(journal: path) }
      return Dashboard(
        configuration,
        .init(
          version: HaloProgram.version, radio: radioOptions.isSimulated ? "simulated" : "bluez", engine: engine,
          time: environment.time, supervisor: supervisor,
          // The supervisor notifies a daemon in this process itself.
          reload: { if supervisor == nil { here { DaemonSocket.reload(journal: path) } } },
          limits: { try here { try PersonalLimits(reading: file) } },
          imports: ProgramContext.current.signals == nil ? nil : child), logger: logger)
    }

    /// Prints the address of the page.
    private func announce(_ page: Dashboard, _ port: Int, _ journal: Journal) throws {
      let isLocal = Dashboard.isLoopback(listen)
      let hosts = host.isEmpty ? Dashboard.reachable(listen) : host
      let base = page.base(port: port, host: isLocal ? nil : hosts.first)
      let address = showsLink ? Dashboard.address(base, token: page.link()) : nil
      var lines: [Phrase] =
        if let address {
          [
            Phrase("Halo's page for \(journal.path):"), "", Phrase(verbatim: "  \(address)"), "",
            Phrase(
              """
              The link works once within ten minutes; 'halo serve --link' prints a new one. Press Control-C to stop.
              """),
          ]
        } else {
          [Phrase("Halo's page for \(journal.path) is at \(base). 'halo serve --link' prints a sign-in link.")]
        }
      lines += try page.cautions().map { Phrase(verbatim: $0) }
      var code = ""
      if !isLocal {
        let others = hosts.dropFirst().map { page.base(port: port, host: $0) }
        if !others.isEmpty { lines.append(Phrase("The page is also at \(.names(others)).")) }
        if certificate == nil {
          lines.append(
            Phrase("Without a certificate, others on your network can read the traffic. Add --certificate and --key."))
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

    /// True if the output may contain a sign-in link. Files and logs may be read by others later.
    private var showsLink: Bool { printLink || Terminal.isTerminal(.standardOutput) }

    /// Prints a new sign-in link for the page that is already served.
    private func printNewLink() throws {
      guard let path = JournalOptions.path(journalOptions.journal, isSimulated: radioOptions.isSimulated),
        let (address, _) = try? Dashboard.linkToServed(journal: path)
      else {
        throw Failure(EX.unavailable, "no page is served for this journal. Start one with 'halo serve'.")
      }
      try StandardOutput.write(text: "\(address)\n")
    }

    /// Reports why the page cannot be served. If it is served already, prints a sign-in link.
    private func explain(_ failure: Dashboard.Failure, _ journal: Journal) throws {
      if failure.isTaken, let served = Dashboard.served(journal: journal.path) {
        let page = Phrase("The page for \(journal.path) is already served by process \(String(served.process)).")
        guard showsLink, let (address, _) = try? Dashboard.linkToServed(journal: journal.path) else {
          return try StandardOutput.write(Phrase("\(page) 'halo serve --link' prints a sign-in link."))
        }
        return try StandardOutput.write(
          Phrase("\(page) A new sign-in link:"), "", Phrase(verbatim: "  \(address)"))
      }
      throw Failure(
        failure.isTaken ? EX.temporary : failure.isOfSettings ? EX.configuration : EX.cannotCreate, "\(failure)")
    }

    /// Only the service can issue a sign-in link to its page. Serving another page runs in this process.
    var runsLocally: Bool { !link }
  }
#endif
