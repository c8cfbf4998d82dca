import HaloDaemon

extension DaemonSocket {
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
}
