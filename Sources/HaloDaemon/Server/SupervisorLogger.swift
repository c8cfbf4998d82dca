package import Logging

/// Logs changes of devices' statuses; logs nothing during normal operation.
package struct SupervisorLogger: Sendable {
  package let logger: Logger

  /// Logs status changes until `updates` ends.
  package func run(of updates: AsyncStream<[Supervisor.Status]>) async {
    var known: [Int: Supervisor.Status] = [:]
    for await statuses in updates {
      for status in statuses {
        run(of: status, before: known[status.device.id])
        known[status.device.id] = status
      }
      for (id, status) in known where !statuses.contains(where: { $0.device.id == id }) {
        logger.notice("no longer supervised", metadata: ["device": "\(status.device.name)"])
        known[id] = nil
      }
    }
  }

  private func run(of status: Supervisor.Status, before: Supervisor.Status?) {
    let device: Logger.Metadata = ["device": "\(status.device.name)"]
    if before == nil { logger.notice("supervised", metadata: device) }
    if let problem = status.problem, problem != before?.problem {
      logger.warning("sync failed", metadata: device.merging(["problem": "\(problem)"]) { $1 })
    }
    if status.problem == nil, before?.problem != nil { logger.notice("synced again", metadata: device) }
    if let time = status.lastSync, time != before?.lastSync {
      logger.info("synced", metadata: device.merging(["time": "\(time)"]) { $1 })
    }
    if status.state != before?.state {
      switch (status.state, before?.state) {
      case (.radio, .radio?): break
      case (.radio, _): logger.warning("waiting for Bluetooth", metadata: device)
      case (_, .radio?): logger.notice("Bluetooth is available again", metadata: device)
      default: logger.debug("\(status.state.words)", metadata: device)
      }
    }
  }
}
