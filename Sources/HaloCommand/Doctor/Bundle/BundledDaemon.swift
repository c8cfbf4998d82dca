import HaloDaemon
import HaloHealth
import HaloJournal

/// What the daemon does, if one runs.
struct BundledDaemon: Encodable {
  /// A device that it keeps synced.
  struct Device: Encodable {
    /// Its number in the bundle; `nil` if it is not in the journal of the bundle.
    let device: Int?
    let state: String
    /// When it was last synced without anything missing.
    let lastSync: String?
    /// What went wrong last.
    let problem: String?
  }

  let running: Bool
  /// Why nothing is known about it.
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

  /// What the daemon answers. `numbers` are those of the devices in the bundle, by their identifiers.
  static func asked(_ options: JournalOptions, _ numbers: [String: Int], _ anonymizer: Anonymizer) async -> Self {
    let isOwn = JournalOptions.isChosen(options.journal) || options.isSimulated
    do {
      let found = try DaemonSocket.connect(
        journal: options.journal, isSimulated: options.isSimulated, isOwn: isOwn)
      guard let connection = found else { return Self(problem: "No daemon runs here that this user may speak with.") }
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
