import HaloBluetooth
import HaloEngine

/// Asks the daemon of a journal to leave a device alone while a command speaks with it.
struct DaemonHandover: Handover {
  let journal: String

  func take(_ device: DeviceID) async -> (any Sendable)? {
    guard let connection = try? DaemonConnection(path: DaemonSocket.ofJournal(journal)),
      (try? connection.ask(.hold(device: device.text))) != nil
    else { return nil }
    // One that does not answer is not waited for: the device's lock then says who has it.
    return await withTaskGroup(of: Hold?.self) { group in
      group.addTask {
        for await reply in connection.replies {
          if case .held = reply { return Hold(connection: connection) }
          break
        }
        return nil
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(30))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// A hold lasts as long as its connection.
  private final class Hold: Sendable {
    let connection: DaemonConnection
    init(connection: DaemonConnection) { self.connection = connection }
    deinit { connection.close() }
  }
}
