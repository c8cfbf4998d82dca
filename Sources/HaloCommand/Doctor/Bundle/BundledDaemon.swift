import HaloDaemon

/// The status of the daemon, if one runs.
struct BundledDaemon: Encodable {
  /// A device that the daemon syncs.
  struct Device: Encodable {
    /// The device's number in the bundle; `nil` if it is not in the bundled journal.
    let device: Int?
    let state: String
    /// The time of the last complete sync.
    let lastSync: String?
    /// The last error.
    let problem: String?
  }

  let running: Bool
  /// The reason why the status is missing.
  var problem: String?
  var version: String?
  var devices: [Device] = []

  private init(problem: String, isRunning: Bool = false) {
    self.problem = problem
    running = isRunning
  }

  private init(_ status: DaemonStatus, _ numbers: [String: Int], _ anonymizer: Anonymizer) {
    running = true
    version = status.version
    devices = status.devices.map {
      Device(
        device: numbers[$0.identifier], state: $0.state, lastSync: $0.lastSync,
        problem: $0.problem.map(anonymizer.text))
    }
  }

  /// Requests the daemon's status. `numbers` maps the identifiers of devices to their numbers in the bundle.
  static func fetch(_ options: JournalOptions, _ numbers: [String: Int], _ anonymizer: Anonymizer) async -> Self {
    let isUserChosen = JournalOptions.isChosen(options.journal) || options.isSimulated
    do {
      let found = try DaemonSocket.connect(
        journal: options.journal, isSimulated: options.isSimulated, isUserChosen: isUserChosen)
      guard let connection = found else { return Self(problem: "No daemon is running that this user may connect to.") }
      defer { connection.close() }
      try connection.ask(.status)
      guard case .status(let status) = try await connection.firstReply() else {
        return Self(problem: "The daemon did not report its status.", isRunning: true)
      }
      return Self(status, numbers, anonymizer)
    } catch {
      return Self(problem: anonymizer.text("\(error)"), isRunning: true)
    }
  }
}
