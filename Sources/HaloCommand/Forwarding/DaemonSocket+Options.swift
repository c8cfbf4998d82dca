import HaloDaemon

extension DaemonSocket {
  /// Connects to the daemon of a journal: to the service if this user may use it, otherwise to the user's own daemon. There
  /// is no service for a journal or radio that was chosen.
  ///
  /// - Throws: ``UnresponsiveDaemon``.
  static func connect(journal: String?, isSimulated: Bool) throws -> DaemonConnection? {
    let isUserChosen = JournalOptions.isChosen(journal) || isSimulated
    let own = JournalOptions.path(journal, isSimulated: isSimulated).map { ofJournal($0) }
    let paths = isUserChosen || chosen != nil ? [own] : [ofService, own]
    for case let path? in paths {
      if let connection = try connect(path: path) { return connection }
    }
    return nil
  }
}
