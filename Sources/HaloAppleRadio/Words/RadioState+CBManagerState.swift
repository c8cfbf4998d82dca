import CoreBluetooth
import HaloBluetooth

extension RadioState {
  /// The state in the words of Core Bluetooth; one that is newer than this program is not known.
  init(_ state: CBManagerState) {
    self =
      switch state {
      case .resetting: .resetting
      case .unsupported: .unsupported
      case .unauthorized: .unauthorized
      case .poweredOff: .poweredOff
      case .poweredOn: .poweredOn
      default: .unknown
      }
  }

  /// Whether it is one that lasts, rather than one that is over in a moment.
  var isSettled: Bool { self != .unknown && self != .resetting }
}
