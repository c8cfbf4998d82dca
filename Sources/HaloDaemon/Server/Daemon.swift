import Dispatch
import Foundation
import HaloBluetooth
package import HaloEngine
import HaloHealth
import HaloHome
package import HaloJournal
package import HaloText
package import HaloWearables
package import Logging
import SystemPackage
package import UnixSignals

/// Keeps devices synced, and listens to other commands, until it is told to stop.
package struct Daemon: Sendable {
  package let supervisor: Supervisor
  private let server: DaemonServer
  private let listener: SocketListener
  private let file: SettingsFile
  private let logger: Logger
  package let journal: Journal
  package let environment: DriverEnvironment
  /// Whether states are sent to homes at all.
  private let tellsHome: Bool

  private let manager = ServiceManager()
  private let version: String

  /// What the daemon knows of the program that it is part of.
  package struct Program: Sendable {
    let version: String
    let variables: [String: String]
    let refusal: @Sendable (DaemonRequest.Verb) -> Phrase?

    /// A program of a version. Commands that the daemon runs get `variables`; `refusal` says why a command is not run for others.
    package init(
      version: String, variables: [String: String], refusal: @escaping @Sendable (DaemonRequest.Verb) -> Phrase?
    ) {
      (self.version, self.variables, self.refusal) = (version, variables, refusal)
    }
  }

  /// How long ending may take. A radio that does not answer is left to itself then.
  private static let patience = DispatchTimeInterval.milliseconds(1800)

  /// A daemon of the journal of `engine`, which commands reach at `listener`, on `socket`.
  package init(
    _ engine: Engine, _ environment: DriverEnvironment, _ program: Program, listener: SocketListener, socket: String,
    file: SettingsFile,
    settings: DaemonSettings, tellsHome: Bool, logger: Logger
  ) {
    journal = engine.journal
    self.environment = environment
    supervisor = Supervisor(engine, rhythm: .init(interval: settings.sync))
    // What it runs for others has its journal, and its radio.
    let own = ["HALO_JOURNAL": journal.path, "HALO_SOCKET": socket, DaemonCompany.variable: "1"]
    server = DaemonServer(
      supervisor, journal, environment, version: program.version,
      variables: program.variables.merging(own) { $1 }, refusal: program.refusal, logger)
    version = program.version
    self.listener = listener
    self.file = file
    self.logger = logger
    self.tellsHome = tellsHome
  }

  /// Takes the signals that end the daemon or change its settings, from now on.
  package static func takeSignals() async -> UnixSignalsSequence {
    // A log that nobody reads any more, or a caller that left, is no reason to end.
    signal(SIGPIPE, SIG_IGN)
    return await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
  }

  /// Works by `settings` until one of `signals` ends it.
  package func run(_ settings: DaemonSettings, _ signals: UnixSignalsSequence) async throws {
    logger.notice("started", metadata: ["version": "\(version)", "journal": "\(journal.path)"])
    if (try? await journal.perform({ try $0.devices().isEmpty })) == true {
      logger.notice("no device is paired: 'halo pair' keeps one")
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await supervise() }
      group.addTask { await DaemonJournalist(logger: logger).tell(of: supervisor.updates()) }
      group.addTask { await listen() }
      group.addTask {
        for await _ in ClockWatch.jumps() {
          logger.notice("the clock was set, or the computer slept: syncing")
          await supervisor.hurry()
        }
      }
      manager.ready("Looking after the devices in \(journal.path).")
      // Signals come to one listener for good; here there is one after the other.
      let (wishes, continuation) = AsyncStream<UnixSignal>.makeStream()
      group.addTask { for await signal in signals { continuation.yield(signal) } }
      var home: HomeSettings? = settings.home
      while let settings = home { home = await tellHome(settings, until: wishes) }
      group.cancelAll()
    }
  }

  private func listen() async {
    await withDiscardingTaskGroup { group in
      for await socket in listener.connections { group.addTask { await server.serve(socket) } }
    }
  }

  /// Tells the home until its settings are others, which are returned, or until the end: `nil`.
  private func tellHome(_ settings: HomeSettings, until wishes: AsyncStream<UnixSignal>) async -> HomeSettings? {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      if tellsHome, settings.mqtt != nil || !settings.hooks.isEmpty {
        let folder = FilePath(journal.path).removingLastComponent().string
        do {
          let home = try Home(
            settings, stateFolder: folder.isEmpty ? "." : folder, logger: logger, clock: HomeClock(environment))
          let (states, continuation) = AsyncStream<[DeviceState]>.makeStream(bufferingPolicy: .bufferingNewest(1))
          let feed = HomeFeed(supervisor: supervisor, journal: journal, environment: environment, logger: logger)
          group.addTask { await feed.tell(continuation) }
          group.addTask { await home.run(states) }
        } catch {
          logger.error("the home is not told", metadata: ["error": "\(error)"])
        }
      }
      // In a terminal that is closed nobody would see it any more.
      for await signal in wishes {
        guard signal == .sighup, isatty(STDIN_FILENO) == 0 else { break }
        if let new = await reload()?.home, new != settings { return new }
      }
      stop()
      return nil
    }
  }

  /// Begins the end, which comes in time whatever does not answer.
  private func stop() {
    logger.notice("stopping")
    manager.stopping()
    DispatchQueue(label: "halo.end").asyncAfter(deadline: .now() + Self.patience) {
      logger.warning("something did not let go in time: it is left to itself")
      listener.close()
      // systemd waits ten seconds in all.
      if !journal.storeFrames(within: .seconds(6)) { logger.error("frames could not be stored: the journal is in use") }
      exit(0)
    }
  }

  private func reload() async -> DaemonSettings? {
    manager.reloading()
    defer { manager.ready("Looking after the devices in \(journal.path).") }
    do {
      let settings = try file.readToPublish()
      await supervisor.set(.init(interval: settings.sync))
      await supervisor.reload()
      logger.notice("settings were read", metadata: ["file": "\(file.path)"])
      return settings
    } catch {
      logger.error("settings stay as they were", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// A journal that cannot be read for the moment (a disk that is full or not there) is tried again.
  private func supervise() async {
    var told = ""
    while !Task.isCancelled {
      do { try await supervisor.run() } catch {
        if told != "\(error)" { logger.error("the journal cannot be read", metadata: ["error": "\(error)"]) }
        told = "\(error)"
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }
}

extension HomeClock {
  /// The clock of an environment, simulated or not.
  fileprivate init(_ environment: DriverEnvironment) {
    self.init(
      now: { environment.time.moment }, sleep: { try await environment.clock.sleep(for: $0) })
  }
}
