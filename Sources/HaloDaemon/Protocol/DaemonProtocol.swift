/// The protocol version between the daemon and its clients, and the oldest version that this program still supports.
///
/// The version changes if an older program or daemon would misunderstand a request or an answer. New requests and new keys do not
/// change it. docs/compatibility.md has the rules.
package struct DaemonProtocol: Sendable {
  /// The protocol version of this program.
  package let version: Int
  /// The oldest supported version of the other side.
  package let oldest: Int

  /// This program's protocol. Messages without a version have version 1: programs up to 0.10 sent none.
  package static let current = DaemonProtocol(version: 1, oldest: 1)

  /// The version of messages without a version field.
  package static let unversioned = 1

  /// Returns why a daemon of this protocol rejects a request of protocol `program`; `nil` if it accepts the request.
  package func mismatch(withProgram program: Int) -> DaemonMismatch? {
    (oldest...version).contains(program) ? nil : DaemonMismatch(daemon: version, program: program)
  }

  /// Returns why a program of this protocol cannot use a daemon of protocol `daemon`; `nil` if it may try. A newer
  /// daemon decides itself whether it handles the request.
  package func mismatch(withDaemon daemon: Int) -> DaemonMismatch? {
    daemon < oldest ? DaemonMismatch(daemon: daemon, program: version) : nil
  }
}

/// A daemon and a client with incompatible protocol versions.
package struct DaemonMismatch: PhrasedError, Hashable {
  /// The daemon's protocol version.
  package let daemon: Int
  /// The program's protocol version.
  package let program: Int

  package init(daemon: Int, program: Int) { (self.daemon, self.program) = (daemon, program) }

  package var phrase: Phrase {
    if daemon < program {
      Phrase(
        """
        The daemon is older than this program (protocol \(daemon), this program needs \(program)). Restart it: \
        'sudo systemctl restart halo' if it is the service. Otherwise end it and start 'halo daemon' again.
        """)
    } else {
      Phrase(
        """
        The daemon is newer than this program (protocol \(daemon), this program has \(program)). Use the 'halo' that the daemon runs, or \
        update this one.
        """)
    }
  }
}
