@_exported public import HaloReports
@_exported public import HaloEngine
import Dispatch
import HaloHome
package import Logging
import SystemPackage
package import UnixSignals

/// Keeps devices synced and serves clients' requests until a signal ends it.
package struct Daemon: Sendable {
  package let supervisor: Supervisor
  private let server: DaemonServer
  private let listener: SocketListener
  private let file: SettingsFile
  private let logger: Logger
  package let journal: Journal
  package let environment: DriverEnvironment
  /// True if states are published to home automation.
  private let publishesStates: Bool

  private let manager = ServiceManager()
  private let version: String

  /// The daemon's information about the program that contains it.
  package struct Program: Sendable {
    let version: String
    var variables: [String: String]
    let refusal: @Sendable (DaemonRequest.Verb) -> Phrase?

    /// Creates a program description. Commands that the daemon runs get `variables`; `refusal` returns why a command
    /// cannot be run for a client.
    package init(
      version: String, variables: [String: String], refusal: @escaping @Sendable (DaemonRequest.Verb) -> Phrase?
    ) {
      self.version = version
      self.variables = variables
      self.refusal = refusal
    }
  }

  /// The time limit for shutdown. A radio that does not respond by then is abandoned.
  private static let shutdownTimeout = DispatchTimeInterval.milliseconds(1800)

  /// Creates a daemon for the journal of `engine`; clients connect to `listener` at `socket`.
  package init(
    _ engine: Engine, _ environment: DriverEnvironment, _ program: Program, listener: SocketListener, socket: String,
    file: SettingsFile,
    settings: DaemonSettings, publishesStates: Bool, logger: Logger
  ) {
    journal = engine.journal
    self.environment = environment
    supervisor = Supervisor(engine, schedule: .init(interval: settings.sync))
    // Commands that the daemon runs use its journal and its radio.
    let own = ["HALO_JOURNAL": journal.path, "HALO_SOCKET": socket, DaemonWatchdog.variable: "1"]
    var program = program
    program.variables.merge(own) { $1 }
    server = DaemonServer(
      supervisor, journal: journal, environment: environment, program: program, logger: logger)
    version = program.version
    self.listener = listener
    self.file = file
    self.logger = logger
    self.publishesStates = publishesStates
  }

  /// Runs with `settings` until one of `signals` ends it; SIGHUP reloads the settings. `end` ends the process if a
  /// device cannot be released in time; nil if the process has other work.
  package func run(
    _ settings: DaemonSettings, _ signals: some AsyncSequence<UnixSignal, Never> & Sendable,
    end: (@Sendable () -> Void)?
  ) async throws {
    logger.notice("started", metadata: ["version": "\(version)", "journal": "\(journal.path)"])
    if (try? await journal.perform({ try $0.devices().isEmpty })) == true {
      logger.notice("no device is paired; pair one with 'halo pair'")
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await supervise() }
      group.addTask { await SupervisorLogger(logger: logger).run(of: supervisor.updates()) }
      group.addTask { await listen() }
      group.addTask {
        try? await journal.perform(inBackground: true) { try DerivedMetricsUpdater($0).updateOutdated() }
      }
      group.addTask {
        for await _ in ClockWatch.jumps() {
          logger.notice("the clock was set, or the computer slept: syncing")
          await supervisor.syncNow()
        }
      }
      manager.ready("Syncing the devices in \(journal.path).")
      // The signal sequence allows only one consumer; two consumers use it here in turn.
      let (signalStream, continuation) = AsyncStream<UnixSignal>.makeStream()
      group.addTask { for await signal in signals { continuation.yield(signal) } }
      var home: HomeSettings? = settings.home
      while let settings = home { home = await publishStates(settings, until: signalStream, end) }
      group.cancelAll()
    }
  }

  private func listen() async {
    await withDiscardingTaskGroup { group in
      for await socket in listener.connections { group.addTask { await server.serve(socket) } }
    }
  }

  /// Publishes states until the settings change, and returns the new settings; `nil` at the end.
  private func publishStates(
    _ settings: HomeSettings, until signalStream: AsyncStream<UnixSignal>, _ end: (@Sendable () -> Void)?
  ) async -> HomeSettings? {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      if publishesStates, settings.mqtt != nil || !settings.hooks.isEmpty {
        let folder = FilePath(journal.path).removingLastComponent().string
        do {
          let clock = HomeClock(
            now: { [environment] in environment.time.moment },
            sleep: { [environment] in try await environment.clock.sleep(for: $0) })
          let home = try Home(settings, stateFolder: folder.isEmpty ? "." : folder, logger: logger, clock: clock)
          let (states, continuation) = AsyncStream<[DeviceState]>.makeStream(bufferingPolicy: .bufferingNewest(1))
          let feed = HomeFeed(supervisor: supervisor, journal: journal, environment: environment, logger: logger)
          group.addTask { await feed.run(continuation) }
          group.addTask { await home.run(states) }
        } catch {
          logger.error("the home could not be updated", metadata: ["error": "\(error)"])
        }
      }
      for await signal in signalStream {
        guard signal == .sighup else { break }
        if let new = await reload()?.home, new != settings { return new }
      }
      stop(end)
      return nil
    }
  }

  /// Begins the shutdown, which ends in time even if a component does not respond.
  private func stop(_ end: (@Sendable () -> Void)?) {
    logger.notice("stopping")
    manager.stopping()
    guard let end else { return }
    DispatchQueue(label: "halo.end").asyncAfter(deadline: .now() + Self.shutdownTimeout) {
      logger.warning("a device was not released in time; it is abandoned")
      listener.close()
      // systemd allows ten seconds for the whole shutdown.
      if !journal.storeFrames(within: .seconds(6)) { logger.error("frames could not be stored: the journal is in use") }
      end()
    }
  }

  private func reload() async -> DaemonSettings? {
    manager.reloading()
    defer { manager.ready("Syncing the devices in \(journal.path).") }
    do {
      let settings = try file.readToPublish()
      await supervisor.set(.init(interval: settings.sync))
      await supervisor.reload()
      logger.notice("settings were reloaded", metadata: ["file": "\(file.path)"])
      return settings
    } catch {
      logger.error("the settings could not be reloaded; the previous ones stay in use", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// Supervises the devices; retries if the journal cannot be read for now (a full or missing disk).
  private func supervise() async {
    var lastError = ""
    while !Task.isCancelled {
      do { try await supervisor.run() } catch {
        if lastError != "\(error)" { logger.error("the journal cannot be read", metadata: ["error": "\(error)"]) }
        lastError = "\(error)"
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }
}
