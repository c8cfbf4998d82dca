#if Dashboard
  import Foundation
  public import HaloBluetooth
  public import HaloEngine
  import HaloWearables
  import HaloJournal
  import Hummingbird
  import HummingbirdCore
  #if TLS
    import HummingbirdTLS
  #endif
  public import Logging
  import NIOPosix
  import NIOCore
  import ServiceLifecycle
  import Synchronization
  import SystemPackage

  /// The page and its API.
  public struct Dashboard: Sendable {
    /// Where it listens, and for whom.
    public struct Configuration: Sendable {
      /// The address: a name or number of this machine.
      public var host = "127.0.0.1"
      /// The port; 0 for any that is free.
      public var port = 8080
      /// Names by which it may be asked for, beside those of loopback and of the address.
      public var names: [String] = []
      /// A folder with the page's files, in place of those in the program.
      public var site: String?
      #if TLS
        /// The files of a certificate with its chain, and of its key, in PEM; `nil` for plain HTTP.
        public var certificate: (chain: String, key: String)?
        /// Whether a key is used that other users can read.
        public var allowsReadableKey = false
      #endif
      /// Whether browsers are told to use TLS alone for this host name (HSTS), which concerns every service of that name. Only with a
      /// certificate.
      public var sendsHSTS = false
      /// How long a browser may take for everything.
      var patience = Patience.Limits()
      /// How many may be connected.
      var crowd = Crowd()
      /// How long a page that runs a belt may be silent.
      var belt = BeltLeaseTiming()

      public init() {}

      /// Whether browsers connect with TLS.
      var isSecure: Bool {
        #if TLS
          certificate != nil
        #else
          false
        #endif
      }
    }

    /// What it shows and works with.
    public struct Parts: Sendable {
      /// Halo's version.
      public let version: String
      /// The radio: `bluez` or `simulated`.
      public let radio: String
      /// The engine that orders go to.
      public let engine: Engine
      /// The time, and the zone that people live in.
      public let time: WallTime
      /// What keeps devices synced, where that is this program.
      public let supervisor: Supervisor?
      /// Tells another program, which keeps devices synced, that other devices are paired now.
      public let reload: @Sendable () -> Void
      /// Reads what a person lets machines do; where it throws, no belt is run.
      public let limits: @Sendable () throws -> PersonalLimits

      public init(
        version: String, radio: String, engine: Engine, time: WallTime, supervisor: Supervisor?,
        reload: @escaping @Sendable () -> Void = {},
        limits: @escaping @Sendable () throws -> PersonalLimits = { .careful }
      ) {
        self.version = version
        self.radio = radio
        self.engine = engine
        self.time = time
        self.supervisor = supervisor
        self.reload = reload
        self.limits = limits
      }
    }

    /// Why it cannot begin, for people.
    public struct Failure: Error, CustomStringConvertible {
      public let description: String
      /// Whether another program has the port.
      public var isTaken = false
      /// Whether what a person said cannot be used: the certificate.
      public var isOfSettings = false
    }

    /// The threads on which requests are answered: other work of the program must not delay the page's Stop.
    static let threads = ThreadExecutor("halo.server", threads: 4)

    private let configuration: Configuration
    private let house: House
    private let logger: Logger

    public init(_ configuration: Configuration, _ parts: Parts, logger: Logger) {
      self.configuration = configuration
      self.logger = logger
      house = House(parts, isSecure: configuration.isSecure, belt: configuration.belt)
    }

    /// A token for a new link: it lets one browser in, within ten minutes.
    public func link() -> String { house.sessions.link() }

    /// The beginning of the addresses of the page that another program serves of a journal, and that program's process; `nil` if none does.
    public static func served(journal: String) -> (base: String, process: Int32)? {
      Announcement.of(journal).map { ($0.base, $0.process) }
    }

    /// A link to the page that another program serves of a journal, and that program's process; `nil` where none does.
    public static func linkToServed(journal: String) throws -> (address: String, process: Int32)? {
      guard let served = Announcement.of(journal) else { return nil }
      return (address(served.base, token: try Sessions.leaveLink(journal: journal)), served.process)
    }

    /// The address of a page for a browser, with a token in the part that no server is told.
    public static func address(_ base: String, token: String) -> String { "\(base)/enter#\(token)" }

    /// The beginning of all addresses at a port.
    public func base(port: Int, host: String? = nil) -> String {
      let host = OwnNames.inAddress(host ?? configuration.host)
      return "\(house.isSecure ? "https" : "http")://\(host):\(port)"
    }

    /// Whether only this machine reaches a host.
    public static func isLoopback(_ host: String) -> Bool { OwnNames.isLoopback(host) }

    /// The addresses of this machine that others reach, where `host` means any of them; otherwise `host`.
    public static func reachable(_ host: String) -> [String] {
      guard OwnNames.isAny(host) else { return [host] }
      let devices = (try? System.enumerateDevices()) ?? []
      let all = devices.compactMap { $0.address?.ipAddress }.filter {
        !OwnNames.isLoopback($0) && !$0.hasPrefix("fe80")
      }
      let narrow = all.filter { !$0.contains(":") }
      // Who listens at 0.0.0.0 is not there by the longer addresses.
      let wide = host == "0.0.0.0" ? [] : all.filter { $0.contains(":") }
      return narrow + wide == [] ? ["127.0.0.1"] : narrow + wide
    }

    /// Serves until it is cancelled. `ready` is told the port. Orders for devices are carried out where this is called.
    ///
    /// - Throws: ``Failure`` where it cannot listen.
    public func run(ready: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
      let server = try server()
      let lock = try lock()
      defer { withExtendedLifetime(lock) {} }
      TemporaryFile.clearAway(of: house.engine.journal.path)
      defer { Announcement.remove(house.engine.journal.path) }
      let beginning = Beginning()
      let group = ServiceGroup(
        configuration: .init(
          services: [
            .init(
              service: try application(server) { port in
                beginning.isOver.withLock { $0 = true }
                Announcement(base: base(port: port, host: Self.reachable(configuration.host).first), process: getpid())
                  .write(house.engine.journal.path)
                ready(port)
              }, successTerminationBehavior: .gracefullyShutdownGroup, failureTerminationBehavior: .cancelGroup)
          ], logger: logger))
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await house.desk.run() }
        tasks.addTask {
          while (try? await Task.sleep(for: .seconds(15))) != nil { house.streams.beat() }
        }
        tasks.addTask { await house.watchJournal() }
        tasks.addTask {
          do { try await Self.run(group) { end() } } catch {
            if !beginning.isOver.withLock({ $0 }) { throw failure(error) }
          }
        }
        // Whatever ends first ends all: the server, where it cannot listen, or this task's cancellation.
        defer { tasks.cancelAll() }
        try await tasks.next()
        end()
      }
    }

    /// Runs a group of services, which ends in good order when this is cancelled, and in a second at most where no request is just being answered.
    private static func run(_ group: ServiceGroup, end: @escaping @Sendable () -> Void) async throws {
      // Not a child: it is to end in good order, which a task that is cancelled cannot. It is waited for all the same.
      let running = Task(executorPreference: threads) { try await group.run() }
      try await withTaskCancellationHandler {
        try await running.value
      } onCancel: {
        Task(executorPreference: threads) {
          end()
          await group.triggerGracefulShutdown()
          try? await ThreadClock().sleep(for: .milliseconds(300))
          running.cancel()
        }
      }
    }

    /// Whether it listens, and whoever ends it is no failure any more.
    private final class Beginning: Sendable {
      let isOver = Mutex(false)
    }

    /// There is one page of a journal. Where its folder cannot be written there may be several, which keep nothing.
    private func lock() throws -> PageLock? {
      do { return try PageLock(house.engine.journal.path) } catch {
        guard error as? Errno == .wouldBlock else { return nil }
        throw Failure(
          description:
            "another program serves the page of \(house.engine.journal.path). A link to it: 'halo serve --link'.",
          isTaken: true)
      }
    }

    private func end() {
      house.hub.finish()
      house.streams.finish()
      house.desk.close()
    }

    private func application(
      _ server: HTTPServerBuilder, _ ready: @escaping @Sendable (Int) -> Void
    ) throws -> some ServiceLifecycle.Service {
      let router = Router(context: PageContext.self, options: [.autoGenerateHeadEndpoints])
      router.add(
        middleware: Gate(
          names: OwnNames(listening: configuration.host, more: configuration.names), sessions: house.sessions,
          crowd: configuration.crowd, isSecure: house.isSecure, sendsHSTS: configuration.sendsHSTS))
      router.add(middleware: RequestLanguage())
      router.add(middleware: OldAPI())
      Routes(house: house).add(to: router)
      SitePages(site: Site(folder: configuration.site)).add(to: router)
      return Application(
        router: router, server: server,
        configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
        onServerRunning: { ready($0.localAddress?.port ?? 0) }, logger: logger)
    }

    private func server() throws -> HTTPServerBuilder {
      let (patience, crowd) = (configuration.patience, configuration.crowd)
      let plain = HTTPServerBuilder { responder in
        PageChannel(
          http: HTTP1Channel(
            responder: responder,
            configuration: .init(
              additionalChannelHandlers: [Patience(patience, crowd)],
              httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100))))
      }
      #if TLS
        if let certificate = try certificate() {
          return try .tls(plain, tlsConfiguration: certificate.configuration)
        }
      #endif
      return plain
    }

    #if TLS
      private func certificate() throws -> Certificate? {
        try configuration.certificate.map {
          try Certificate(chain: $0.chain, key: $0.key, allowsReadableKey: configuration.allowsReadableKey)
        }
      }
    #endif

    /// Warnings about the certificate, in sentences: expired, or a key that other users can read.
    public func cautions() throws -> [String] {
      #if TLS
        try certificate()?.cautions ?? []
      #else
        []
      #endif
    }

    private func failure(_ error: any Error) -> any Error {
      if error is SocketAddressError.UnknownHost {
        return Failure(
          description: "'\(configuration.host)' is no address and no known name. --listen wants one of this computer.")
      }
      guard let error = error as? IOError else { return error }
      let place = "\(configuration.host), port \(configuration.port)"
      switch error.errnoCode {
      case EADDRINUSE:
        return Failure(
          description:
            "another program listens at \(place). Is it 'halo serve' already? Its page is open to you: 'halo serve --link'. Another port: --port 8081.",
          isTaken: true)
      case EACCES:
        return Failure(description: "ports below 1024 are for root alone. Choose another one with --port.")
      case EADDRNOTAVAIL:
        return Failure(description: "\(configuration.host) is no address of this computer.")
      default: return Failure(description: "cannot listen at \(place): \(error).")
      }
    }
  }
#endif
