package import HaloText

/// The version of what the daemon and the programs that use it send each other, and the oldest version that this program still understands.
///
/// The version changes if an older program or daemon would misunderstand a request or an answer. New requests and new keys do not
/// change it. docs/compatibility.md has the rules.
package struct DaemonProtocol: Sendable {
  /// The version that this program speaks.
  package let version: Int
  /// The oldest version of the other side that it understands.
  package let oldest: Int

  /// This program's. Messages without a version are of 1: programs up to 0.10 sent none.
  package static let current = DaemonProtocol(version: 1, oldest: 1)

  /// The version of messages that carry none.
  package static let unversioned = 1

  /// Returns why a daemon of this protocol does not handle a request of a program whose protocol is `program`; `nil` if it does.
  package func mismatch(withProgram program: Int) -> DaemonMismatch? {
    (oldest...version).contains(program) ? nil : DaemonMismatch(daemon: version, program: program)
  }

  /// Returns why a program of this protocol does not understand a daemon whose protocol is `daemon`; `nil` if it may. A newer daemon
  /// decides itself whether it handles the request.
  package func mismatch(withDaemon daemon: Int) -> DaemonMismatch? {
    daemon < oldest ? DaemonMismatch(daemon: daemon, program: version) : nil
  }
}

/// A daemon and a program that do not understand each other, because one of them is too old.
package struct DaemonMismatch: PhrasedError, Hashable {
  /// The daemon's version of the protocol.
  package let daemon: Int
  /// The program's.
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
