import CoreBluetooth

extension RadioState {
  /// The state for a Core Bluetooth state. States newer than this program map to `unknown`.
  init(_ state: CBManagerState) {
    // Both count from `unknown` to `poweredOn` in the same order.
    self = Self.allCases.indices.contains(state.rawValue) ? Self.allCases[state.rawValue] : .unknown
  }

  /// True if the state is lasting, not transitional.
  var isSettled: Bool { self != .unknown && self != .resetting }
}
