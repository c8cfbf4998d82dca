@_exported public import HaloEngine
@_exported public import HaloReports
import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOPosix
import NIOCore
import ServiceLifecycle
import Synchronization
import SystemPackage

/// The page and its API.
public struct Dashboard: Sendable {
  /// Address, port, allowed names and TLS settings of the server.
  public struct Configuration: Sendable {
    /// The listening address: a host name or an IP address of this machine.
    public var host = "127.0.0.1"
    /// The port; 0 for any free port.
    public var port = 8080
    /// Allowed Host headers in addition to loopback and the listening address.
    public var names: [String] = []
    /// A folder with the page's files that replace the built-in ones.
    public var site: String?
    #if TLS
      /// PEM files of a certificate with its chain, and of its key; `nil` for plain HTTP.
      public var certificate: (chain: String, key: String)?
      /// Accepts a key file that other users can read.
      public var allowsReadableKey = false
    #endif
    /// Sends HSTS if true: browsers then use only TLS for this host name, for every service on it. Only with a
    /// certificate.
    public var sendsHSTS = false
    /// Timeouts for slow clients.
    var slowClientTimeout = SlowClientTimeout.Limits()
    /// Limit of open connections.
    var connectionLimiter = ConnectionLimiter()
    /// Intervals of the signs of life from a page that controls a treadmill.
    var belt = BeltLeaseTiming()
    /// The clock of viewers: real time, not that of a simulated radio.
    var clock: any Clock<Duration> = ThreadClock()

    /// Creates a configuration with default values.
    public init() {}

    /// True if browsers connect with TLS.
    var isSecure: Bool {
      #if TLS
        certificate != nil
      #else
        false
      #endif
    }
  }

  /// The engine, the clock and the callbacks that the server uses.
  public struct Parts: Sendable {
    /// Halo's version.
    public let version: String
    /// The radio: `bluez` or `simulated`.
    public let radio: String
    /// The engine that runs device tasks.
    public let engine: Engine
    /// The clock, and the users' time zone.
    public let time: WallTime
    /// The supervisor that syncs devices; `nil` if another process runs it.
    public let supervisor: Supervisor?
    /// Notifies another process, which syncs devices, that the list of paired devices has changed.
    public let reload: @Sendable () -> Void
    /// Reads the user's limits for treadmills. If it throws, treadmills cannot be controlled.
    public let limits: @Sendable () throws -> PersonalLimits
    /// Starts a process that reads files; `nil` if this program reads them itself.
    public let imports: (@Sendable () throws -> any ImportProcess)?

    /// Creates the parts.
    public init(
      version: String, radio: String, engine: Engine, time: WallTime, supervisor: Supervisor?,
      reload: @escaping @Sendable () -> Void = {},
      limits: @escaping @Sendable () throws -> PersonalLimits = { .standard },
      imports: (@Sendable () throws -> any ImportProcess)? = nil
    ) {
      self.version = version
      self.radio = radio
      self.engine = engine
      self.time = time
      self.supervisor = supervisor
      self.reload = reload
      self.limits = limits
      self.imports = imports
    }
  }

  /// A start-up error, with a message for users.
  public struct Failure: Error, CustomStringConvertible {
    /// The error message.
    public let description: String
    /// True if another program is using the port.
    public var isTaken = false
    /// True if the cause is an invalid setting, namely the certificate.
    public var isOfSettings = false
  }

  /// Threads for requests. They are separate so that other work does not delay the page's Stop button.
  static let threads = ThreadExecutor("halo.server", threads: 4)

  private let configuration: Configuration
  let serverContext: ServerContext
  private let logger: Logger

  /// Creates a server. It does not listen until ``run(ready:)``.
  public init(_ configuration: Configuration, _ parts: Parts, logger: Logger) {
    self.configuration = configuration
    self.logger = logger
    serverContext = ServerContext(parts, configuration)
  }

  /// Creates a token for a sign-in link. It is valid once, for ten minutes.
  public func link() -> String { serverContext.sessions.link() }

  /// The base URL of a journal's page that another program serves, and that program's process id; `nil` if there is
  /// none.
  public static func served(journal: String) -> (base: String, process: Int32)? {
    Announcement.of(journal).map { ($0.base, $0.process) }
  }

  /// A sign-in link to a journal's page that another program serves, and that program's process id; `nil` if there is
  /// none.
  public static func linkToServed(journal: String) throws -> (address: String, process: Int32)? {
    guard let served = Announcement.of(journal) else { return nil }
    return (address(served.base, token: try BrowserSessions.storeLink(journal: journal)), served.process)
  }

  /// The sign-in URL with a token. The token is in the fragment, which browsers do not send to servers.
  public static func address(_ base: String, token: String) -> String { "\(base)/enter#\(token)" }

  /// The base URL at a port.
  public func base(port: Int, host: String? = nil) -> String {
    let host = AllowedHosts.urlHost(host ?? configuration.host)
    return "\(serverContext.isSecure ? "https" : "http")://\(host):\(port)"
  }

  /// True if a host is reachable only from this machine.
  public static func isLoopback(_ host: String) -> Bool { AllowedHosts.isLoopback(host) }

  /// Returns the addresses at which other machines reach this one if `host` is a wildcard; otherwise `host`.
  public static func reachable(_ host: String) -> [String] {
    guard AllowedHosts.isAny(host) else { return [host] }
    let devices = (try? System.enumerateDevices()) ?? []
    let all = devices.compactMap { $0.address?.ipAddress }.filter {
      !AllowedHosts.isLoopback($0) && !$0.hasPrefix("fe80")
    }
    let narrow = all.filter { !$0.contains(":") }
    // 0.0.0.0 does not accept IPv6 connections.
    let wide = host == "0.0.0.0" ? [] : all.filter { $0.contains(":") }
    return narrow + wide == [] ? ["127.0.0.1"] : narrow + wide
  }

  /// Serves until canceled. Calls `ready` with the port. Device tasks run in the caller's task.
  ///
  /// - Throws: ``Failure`` if the server cannot listen.
  public func run(ready: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
    #if TLS
      let certificate = try configuration.certificate.map {
        try ServedCertificate(chain: $0.chain, key: $0.key, allowsReadableKey: configuration.allowsReadableKey)
      }
      async let _ = certificate?.follow(serverContext.clock, logger)
      let server = server { try certificate?.secure($0) }
    #else
      let server = server { _ in }
    #endif
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    TemporaryFile.deleteLeftovers(of: serverContext.engine.journal.path)
    defer { Announcement.remove(serverContext.engine.journal.path) }
    let startup = StartupState()
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: application(server) { port in
              startup.isComplete.withLock { $0 = true }
              Announcement(base: base(port: port, host: Self.reachable(configuration.host).first), process: getpid())
                .write(serverContext.engine.journal.path)
              ready(port)
            }, successTerminationBehavior: .gracefullyShutdownGroup, failureTerminationBehavior: .cancelGroup)
        ], logger: logger))
    try await withTasks {
      do { try await Self.run(group) { end() } } catch {
        if !startup.isComplete.withLock({ $0 }) { throw failure(error) }
      }
    }
  }

  /// Runs `server` with the tasks of devices and of the journal.
  func withTasks(_ server: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await serverContext.taskRunner.run() }
      tasks.addTask {
        while (try? await serverContext.clock.sleep(for: .seconds(15))) != nil {
          serverContext.streams.beat()
          serverContext.imports.waiting.dropOld()
        }
      }
      tasks.addTask { await serverContext.watchJournal() }
      tasks.addTask {
        try await server()
        await serverContext.imports.end()
      }
      // If any of these tasks ends, all end: the server failed to listen, or this task was canceled.
      defer { tasks.cancelAll() }
      try await tasks.next()
      end()
    }
  }

  /// Runs a group of services. On cancellation it shuts down gracefully; idle connections are closed within a second.
  private static func run(_ group: ServiceGroup, end: @escaping @Sendable () -> Void) async throws {
    // Not a child task: a canceled task cannot shut down gracefully. It is still awaited below.
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

  /// True once the socket is bound. Later errors belong to shutdown, not to start-up.
  private final class StartupState: Sendable {
    let isComplete = Mutex(false)
  }

  /// Ensures that only one program serves a journal's page. If the folder is not writable, several may, and their
  /// sessions are not saved.
  private func lock() throws -> PageLock? {
    do { return try PageLock(serverContext.engine.journal.path) } catch {
      guard error as? Errno == .wouldBlock else { return nil }
      throw Failure(
        description:
          "another program serves the page of \(serverContext.engine.journal.path). Get a link to it with 'halo serve --link'.",
        isTaken: true)
    }
  }

  private func end() {
    serverContext.hub.finish()
    serverContext.streams.finish()
    serverContext.taskRunner.close()
  }

  /// Responds to requests: the routes and what precedes them.
  func responder() -> RouterResponder<PageContext> {
    let router = Router(context: PageContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestLanguage())  // before the request guard, which localizes errors
    router.add(
      middleware: RequestGuard(
        names: AllowedHosts(listening: configuration.host, more: configuration.names),
        sessions: serverContext.sessions,
        connectionLimiter: configuration.connectionLimiter, isSecure: serverContext.isSecure,
        sendsHSTS: configuration.sendsHSTS))
    router.add(middleware: OldAPI())
    Routes(serverContext: serverContext).add(to: router)
    SitePages(site: Site(folder: configuration.site)).add(to: router)
    return router.buildResponder()
  }

  private func application(
    _ server: HTTPServerBuilder, _ ready: @escaping @Sendable (Int) -> Void
  ) -> some ServiceLifecycle.Service {
    Application(
      responder: responder(), server: server,
      configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
      onServerRunning: { ready($0.localAddress?.port ?? 0) }, logger: logger)
  }

  /// The server; `secure` begins TLS on a new connection.
  private func server(_ secure: @escaping @Sendable (any Channel) throws -> Void) -> HTTPServerBuilder {
    let slowClientTimeout = configuration.slowClientTimeout
    let connectionLimiter = configuration.connectionLimiter
    return HTTPServerBuilder { responder in
      PageChannel(
        secure: secure,
        http: HTTP1Channel(
          responder: responder,
          configuration: .init(
            additionalChannelHandlers: [SlowClientTimeout(slowClientTimeout, connectionLimiter)],
            httpDecoderConfiguration: .init(
              maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100))))
    }
  }

  /// Warnings about the certificate: it has expired, or other users can read its key.
  public func cautions() throws -> [String] {
    #if TLS
      try configuration.certificate.map {
        try Certificate(chain: $0.chain, key: $0.key, allowsReadableKey: configuration.allowsReadableKey).cautions
      } ?? []
    #else
      []
    #endif
  }

  private func failure(_ error: any Error) -> any Error {
    if error is SocketAddressError.UnknownHost {
      return Failure(
        description:
          "'\(configuration.host)' is not an address or a known host name. Pass an address of this computer to --listen."
      )
    }
    guard let error = error as? IOError else { return error }
    let place = "\(configuration.host), port \(configuration.port)"
    switch error.errnoCode {
    case EADDRINUSE:
      return Failure(
        description:
          "another program listens at \(place). If it is 'halo serve', get a link with 'halo serve --link'. To use another port: --port 8081.",
        isTaken: true)
    case EACCES:
      return Failure(description: "only root can use ports below 1024. Choose another port with --port.")
    case EADDRNOTAVAIL:
      return Failure(description: "\(configuration.host) is not an address of this computer.")
    default: return Failure(description: "cannot listen at \(place): \(error).")
    }
  }
}
