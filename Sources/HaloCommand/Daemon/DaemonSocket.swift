import SystemPackage

/// Where daemons listen.
enum DaemonSocket {
  /// The service's, which a group of people may use.
  static let ofService = "/run/halo/daemon.sock"

  /// The one that HALO_SOCKET names, where that is set: "" for none.
  static var chosen: String? { Terminal.environment("HALO_SOCKET") }

  /// The one of a journal, which the daemon that keeps it listens on: beside it, so that each finds the other.
  static func ofJournal(_ journal: String) -> String {
    if let chosen, !chosen.isEmpty { return chosen }
    return journal + ".socket"
  }

  /// Where a daemon listens that nobody told: in the folder that the service manager made for it, otherwise beside its journal.
  static func standard(journal: String) -> String {
    if let chosen, !chosen.isEmpty { return chosen }
    if let folder = Terminal.environment("RUNTIME_DIRECTORY"), !folder.isEmpty { return folder + "/daemon.sock" }
    return journal + ".socket"
  }

  /// Who may use a socket: the service's group; a person's own is theirs alone.
  static func mode(of socket: String) -> FilePermissions {
    let isOfService = Terminal.environment("RUNTIME_DIRECTORY").map { !$0.isEmpty && socket.hasPrefix($0) } ?? false
    return isOfService ? [.ownerReadWrite, .groupReadWrite] : .ownerReadWrite
  }

  /// Connects to the daemon that a person means: the service, where they may use it, unless a journal or radio `isOwn`.
  ///
  /// - Throws: ``SilentDaemon``.
  static func connect(journal: String?, isSimulated: Bool, isOwn: Bool) throws -> DaemonConnection? {
    let own = JournalOptions.path(journal, isSimulated: isSimulated).map { ofJournal($0) }
    let paths = isOwn || chosen != nil ? [own] : [ofService, own]
    for case let path? in paths {
      if let connection = try connect(path: path) { return connection }
    }
    return nil
  }

  /// Connects to the daemon that listens at `path`; `nil` if none does.
  ///
  /// - Throws: ``SilentDaemon`` if it accepts no connection for too long.
  static func connect(path: String) throws -> DaemonConnection? {
    do { return try DaemonConnection(path: path) } catch {
      if error == .wouldBlock { throw SilentDaemon(process: nil) }
      return nil
    }
  }

  /// Tells the daemon of a journal, where one runs, that other devices are paired now, or by other names.
  static func reload(journal: String) {
    guard let connection = try? DaemonConnection(path: ofJournal(journal)) else { return }
    try? connection.ask(.reload)
    connection.close()
  }
}
