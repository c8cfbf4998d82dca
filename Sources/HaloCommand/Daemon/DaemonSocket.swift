import SystemPackage

/// Where daemons listen.
enum DaemonSocket {
  /// The service's, which a group of people may use.
  static let ofService = "/run/halo/daemon.sock"

  /// The one that HALO_SOCKET names, where that is set: "" for none.
  static var chosen: String? { Terminal.environment("HALO_SOCKET") }

  /// The one of a journal, which the daemon that keeps it listens on: beside it, so that each finds the other.
  static func ofJournal(_ journal: String) -> String { chosen ?? journal + ".socket" }

  /// Where a daemon listens that nobody told: in the folder that the service manager made for it, otherwise beside its journal.
  static func standard(journal: String) -> String {
    if let chosen, !chosen.isEmpty { return chosen }
    if let folder = Terminal.environment("RUNTIME_DIRECTORY"), !folder.isEmpty { return folder + "/daemon.sock" }
    return journal + ".socket"
  }
}
