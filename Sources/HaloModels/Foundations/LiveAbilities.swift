import HaloBluetooth
import HaloWearables
import Synchronization

/// What devices turned out to measure while one watches: known once there was a link with them.
final class LiveAbilities: Sendable {
  private let state = Mutex<[DeviceID: [LiveQuantity]]>([:])

  /// What a device measures; `nil` before there was a link.
  subscript(device: DeviceID) -> [LiveQuantity]? { state.withLock { $0[device] } }

  /// Notes what a driver finds in its device.
  func note(_ driver: some Wearable, of device: DeviceID) {
    guard let quantities = (driver as? any LiveMeasuring)?.liveQuantities else { return }
    state.withLock { $0[device] = quantities }
  }
}
