import HaloBluetooth
import HaloEngine
import HaloHealth

extension Supervisor.State {
  /// The state for people.
  var words: String {
    switch self {
    case .searching: "searching"
    case .connecting: "connecting"
    case .syncing(let done, let total): "syncing, \(done) of \(total)"
    case .waiting(let until): "waiting until \(until.wallClock.time)"
    case .radio(.poweredOff): "waiting for Bluetooth to be turned on"
    case .radio: "waiting for Bluetooth"
    case .lent: "in use by another command"
    }
  }
}
