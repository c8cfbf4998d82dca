package import SystemPackage

/// Where daemons listen.
package enum DaemonSocket {
  /// The service's, which a group of people may use.
  package static let ofService = "/run/halo/daemon.sock"

  /// The one that HALO_SOCKET names, where that is set: "" for none.
  package static var chosen: String? { ProcessVariable.value("HALO_SOCKET") }

  /// The one of a journal, which the daemon that keeps it listens on: beside it, so that each finds the other.
  package static func ofJournal(_ journal: String) -> String {
    if let chosen, !chosen.isEmpty { return chosen }
    return journal + ".socket"
  }

  /// Where a daemon listens that nobody told: in the folder that the service manager made for it, otherwise beside its journal.
  package static func standard(journal: String) -> String {
    if let chosen, !chosen.isEmpty { return chosen }
    if let folder = ProcessVariable.value("RUNTIME_DIRECTORY"), !folder.isEmpty { return folder + "/daemon.sock" }
    return journal + ".socket"
  }

  /// Who may use a socket: the service's group; a person's own is theirs alone.
  package static func mode(of socket: String) -> FilePermissions {
    let isOfService = ProcessVariable.value("RUNTIME_DIRECTORY").map { !$0.isEmpty && socket.hasPrefix($0) } ?? false
    return isOfService ? [.ownerReadWrite, .groupReadWrite] : .ownerReadWrite
  }

  /// Connects to the daemon that listens at `path`; `nil` if none does.
  ///
  /// - Throws: ``SilentDaemon`` if it accepts no connection for too long.
  package static func connect(path: String) throws -> DaemonConnection? {
    do { return try DaemonConnection(path: path) } catch {
      if error == .wouldBlock { throw SilentDaemon(process: nil) }
      return nil
    }
  }

  /// Tells the daemon of a journal, where one runs, that other devices are paired now, or by other names.
  package static func reload(journal: String) {
    guard let connection = try? DaemonConnection(path: ofJournal(journal)) else { return }
    try? connection.ask(.reload)
    connection.close()
  }
}
