import CoreBluetooth
import HaloBluetooth

extension RadioState {
  /// The state for a Core Bluetooth state. States newer than this program map to `unknown`.
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

  /// True if the state is lasting, not transitional.
  var isSettled: Bool { self != .unknown && self != .resetting }
}
