import Dispatch
import Foundation
import HaloEngine
import Logging
import UnixSignals

/// Keeps devices synced, and listens to other commands, until it is told to stop.
struct Daemon: Sendable {
  let supervisor: Supervisor
  let server: DaemonServer
  let listener: SocketListener
  let file: SettingsFile
  let logger: Logger
  let journal: String

  private let manager = ServiceManager()

  /// How long ending may take. A radio that does not answer is left to itself then: what came is in the journal.
  private static let patience = DispatchTimeInterval.milliseconds(1800)

  init(
    supervisor: Supervisor, server: DaemonServer, listener: SocketListener, file: SettingsFile, logger: Logger,
    journal: String
  ) {
    self.supervisor = supervisor
    self.server = server
    self.listener = listener
    self.file = file
    self.logger = logger
    self.journal = journal
  }

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    logger.notice("started", metadata: ["version": "\(Halo.version)", "journal": "\(journal)"])
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
      manager.ready("Looking after the devices in \(journal).")
      for await signal in signals {
        guard signal == .sighup else { break }
        await reload()
      }
      logger.notice("stopping")
      manager.stopping()
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
        logger.warning("the radio did not let go in time")
        listener.close()
        exit(0)
      }
      group.cancelAll()
    }
  }

  private func listen() async {
    await withDiscardingTaskGroup { group in
      for await socket in listener.connections { group.addTask { await server.serve(socket) } }
    }
  }

  private func reload() async {
    manager.reloading()
    do {
      let settings = try file.read()
      await supervisor.set(.init(interval: settings.sync))
      await supervisor.reload()
      logger.notice("settings were read", metadata: ["file": "\(file.path)"])
    } catch {
      logger.error("settings stay as they were", metadata: ["error": "\(error)"])
    }
    manager.ready("Looking after the devices in \(journal).")
  }

  /// A journal that cannot be read for the moment (a disk that is full or not there) is tried again.
  private func supervise() async {
    while !Task.isCancelled {
      do { try await supervisor.run() } catch {
        logger.error("the journal cannot be read", metadata: ["error": "\(error)"])
        try? await Task.sleep(for: .seconds(60))
      }
    }
  }
}
