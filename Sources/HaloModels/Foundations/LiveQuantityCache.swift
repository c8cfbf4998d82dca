import Synchronization

/// Caches the live quantities of devices, which are known after the first connection.
final class LiveQuantityCache: Sendable {
  private let state = Mutex<[DeviceID: [Metric]]>([:])

  /// The quantities that a device measures; `nil` before the first connection.
  subscript(device: DeviceID) -> [Metric]? { state.withLock { $0[device] } }

  /// Stores the quantities that a driver detected in its device.
  func note(_ driver: some Wearable, of device: DeviceID) {
    guard let quantities = (driver as? any LiveMeasuring)?.liveQuantities else { return }
    state.withLock { $0[device] = quantities }
  }
}
