package import SystemPackage

/// The paths of the daemon's sockets.
package enum DaemonSocket {
  /// The socket of the system service, which a group of users may use.
  package static let ofService = "/run/halo/daemon.sock"

  /// The path in HALO_SOCKET, if it is set; "" for no socket.
  package static var chosen: String? { EnvironmentVariable.value("HALO_SOCKET") }

  private static var runtimeFolder: String? { filled(EnvironmentVariable.value("RUNTIME_DIRECTORY")) }

  private static func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the socket path of a journal's daemon: beside the journal, so that clients find it.
  package static func ofJournal(_ journal: String) -> String {
    filled(chosen) ?? journal + ".socket"
  }

  /// Returns the default path for a daemon to listen on: in the service manager's runtime directory, otherwise beside
  /// the journal.
  package static func standard(journal: String) -> String {
    filled(chosen) ?? runtimeFolder.map { $0 + "/daemon.sock" } ?? journal + ".socket"
  }

  /// Returns the permissions of a socket: the service's group may use the service's socket; a user's own socket is
  /// private.
  package static func mode(of socket: String) -> FilePermissions {
    runtimeFolder.map { socket.hasPrefix($0) } ?? false ? [.ownerReadWrite, .groupReadWrite] : .ownerReadWrite
  }

  /// Connects to the daemon that listens at `path`; `nil` if no daemon listens there.
  ///
  /// - Throws: ``UnresponsiveDaemon`` if the daemon accepts no connection in time.
  package static func connect(path: String) throws -> DaemonConnection? {
    do { return try DaemonConnection(path: path) } catch {
      if error == .wouldBlock { throw UnresponsiveDaemon(process: nil) }
      return nil
    }
  }

  /// Notifies a journal's daemon, if one runs, that devices were paired, renamed or unpaired.
  package static func reload(journal: String) {
    guard let connection = try? DaemonConnection(path: ofJournal(journal)) else { return }
    try? connection.ask(.reload)
    connection.close()
  }
}
