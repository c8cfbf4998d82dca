import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

/// How a daemon is, and what it does.
struct DaemonStatus: Codable, Sendable, Hashable {
  /// A device that it keeps synced.
  struct Device: Codable, Sendable, Hashable {
    let name: String
    let identifier: String
    let wearer: String
    /// searching, connecting, syncing, waiting, lent, or radio-off and the like.
    let state: String
    /// The same for people.
    let words: String
    /// When it was last synced without anything missing, by this daemon: ISO 8601.
    let lastSync: String?
    /// What went wrong last.
    let problem: String?
  }

  /// A command that it runs for somebody.
  struct Command: Codable, Sendable, Hashable {
    let process: Int32
    let arguments: [String]
    /// Since when: ISO 8601.
    let since: String
    let isBackground: Bool
  }

  let version: String
  let process: Int32
  let journal: String
  let devices: [Device]
  let commands: [Command]
}

extension DaemonStatus.Device {
  /// What the daemon does with the device, in words for the person who asks: ``words`` are the daemon's.
  var phrase: Phrase {
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
  init(_ status: Supervisor.Status) {
    name = status.device.name
    identifier = status.device.identifier.text
    wearer = status.device.wearer
    state =
      switch status.state {
      case .searching: "searching"
      case .connecting: "connecting"
      case .syncing: "syncing"
      case .waiting: "waiting"
      case .lent: "lent"
      case .radio: "radio-off"
      }
    words = status.state.words
    lastSync = status.lastSync.map { "\($0)" }
    problem = status.problem?.english
  }
}
