import HaloDaemon

/// The status of the daemon, if one runs, for the bundle.
enum BundledDaemon {
  /// Requests the daemon's status. `numbers` maps the identifiers of devices to their numbers in the bundle. If there is
  /// no status, `problem` has the reason.
  static func fields(
    _ options: JournalOptions, _ numbers: [String: Int], _ anonymizer: Anonymizer
  ) async -> JSONFields {
    func missing(_ problem: String, isRunning: Bool = true) -> JSONFields {
      ["running": isRunning, "problem": problem, "devices": [String]()]
    }
    do {
      let found = try DaemonSocket.connect(journal: options.journal, isSimulated: options.isSimulated)
      guard let connection = found else {
        return missing("No daemon is running that this user may connect to.", isRunning: false)
      }
      defer { connection.close() }
      try connection.ask(.status)
      guard case .status(let status) = try await connection.firstReply() else {
        return missing("The daemon did not report its status.")
      }
      let devices = status.devices.map { device -> JSONFields in
        [
          "device": numbers[device.identifier], "state": device.state, "lastSync": device.lastSync,
          "problem": device.problem.map(anonymizer.text),
        ]
      }
      return ["running": true, "version": status.version, "devices": devices]
    } catch {
      return missing(anonymizer.text("\(error)"))
    }
  }
}
