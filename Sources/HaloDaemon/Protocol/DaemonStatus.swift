/// The status of the daemon, its devices and its commands.
package struct DaemonStatus: Codable, Sendable, Hashable {
  /// A device that the daemon keeps synced.
  package struct Device: Codable, Sendable, Hashable {
    package let name: String
    package let identifier: String
    package let wearer: String
    /// The state's name: searching, connecting, syncing, waiting, lent, or radio-off and other radio states.
    package let state: String
    /// The state as English text.
    package let words: String
    /// The time of the last complete sync by this daemon, in ISO 8601.
    package let lastSync: String?
    /// The last error.
    package let problem: String?
  }

  /// A command that the daemon runs for a client.
  package struct Command: Codable, Sendable, Hashable {
    package let process: Int32
    package let arguments: [String]
    /// The start time, in ISO 8601.
    package let since: String
    package let isBackground: Bool
  }

  package let version: String
  package let process: Int32
  package let journal: String
  package let devices: [Device]
  package let commands: [Command]
}

extension DaemonStatus.Device {
  /// The device's state in the reader's language; ``words`` is the daemon's text.
  package var phrase: Phrase {
    let parts = words.split(separator: " ").map(String.init)
    switch state {
    case "searching": return Phrase("searching")
    case "connecting": return Phrase("connecting")
    case "syncing" where parts.count == 4: return Phrase("syncing, \(parts[1]) of \(parts[3])")
    case "waiting" where parts.count == 3: return Phrase("waiting until \(parts[2])")
    case "lent": return Phrase("in use by another command")
    case "radio-off": return Phrase("waiting for Bluetooth")
    default: return Phrase(verbatim: words)
    }
  }
  package init(_ status: Supervisor.Status) {
    let state =
      switch status.state {
      case .searching: "searching"
      case .connecting: "connecting"
      case .syncing: "syncing"
      case .waiting: "waiting"
      case .inUse: "lent"
      case .radio: "radio-off"
      }
    self.init(
      name: status.device.name, identifier: status.device.identifier.text, wearer: status.device.wearer, state: state,
      words: status.state.words, lastSync: status.lastSync.map { "\($0)" }, problem: status.problem?.english)
  }
}
