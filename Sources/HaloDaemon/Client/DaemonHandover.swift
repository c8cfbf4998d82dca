/// Asks a journal's daemon to release a device while a command uses it.
package struct DaemonHandover: Handover {
  private let socket: String
  private let clock: any Clock<Duration>
  private let warn: @Sendable (Phrase) -> Void

  /// Creates a handover with the daemon of the journal at `journal`; `warn` shows a message to the waiting user.
  package init(
    journal: String, clock: any Clock<Duration> = ContinuousClock(), warn: @escaping @Sendable (Phrase) -> Void
  ) {
    self.clock = clock
    self.warn = warn
    socket = DaemonSocket.ofJournal(journal)
  }

  package func take(_ device: DeviceID) async -> (any Sendable)? {
    let path = socket
    guard let connection = try? DaemonConnection(path: path),
      (try? connection.ask(.hold(device: device.text))) != nil
    else { return nil }
    // Does not wait for a daemon that does not reply: the device's lock then decides who uses it.
    return await withTaskGroup(of: Hold?.self) { group in
      group.addTask {
        for await answer in connection.answers {
          switch answer {
          case .success(.held): return Hold(connection: connection)
          case .success(.refused(let reason)): warn(Phrase("\(reason) Halo continues without the daemon."))
          case .failure(let mismatch): warn(Phrase("\(mismatch) Halo continues without the daemon."))
          case .success: break
          }
          break
        }
        return nil
      }
      group.addTask {
        // Releasing a device can take long, but reporting the status is quick.
        guard (try? await clock.sleep(for: UnresponsiveDaemon.limit)) != nil else { return nil }
        do {
          let other = try DaemonConnection(path: path)
          defer { other.close() }
          try other.ask(.status)
          _ = try await other.firstReply(by: clock)
        } catch let timeout as UnresponsiveDaemon {
          warn(Phrase("\(timeout) Halo continues without the daemon."))
          return nil
        } catch {}
        try? await clock.sleep(for: .seconds(25))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// Holds the device until the connection is closed.
  private final class Hold: Sendable {
    let connection: DaemonConnection
    init(connection: DaemonConnection) { self.connection = connection }
    deinit { connection.close() }
  }
}
