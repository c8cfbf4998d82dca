public import Foundation
import Synchronization

/// A device that the program used before this framework, identified by its Core Bluetooth identifier.
public final class ASMigrationDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
  // Unchecked like its superclass; the mutable state is behind this lock.
  private let values = Mutex(
    (peripheral: UUID?.none, ssid: String?.none, aware: ASAccessory.WiFiAwarePairedDeviceID(0)))

  /// The device's identifier in Core Bluetooth.
  public var peripheralIdentifier: UUID? {
    get { values.withLock { $0.peripheral } }
    set { values.withLock { $0.peripheral = newValue } }
  }

  /// The name of a network. Has no effect on Linux.
  public var hotspotSSID: String? {
    get { values.withLock { $0.ssid } }
    set { values.withLock { $0.ssid = newValue } }
  }

  /// A number of Wi-Fi Aware. Has no effect on Linux.
  public var wifiAwarePairedDeviceID: ASAccessory.WiFiAwarePairedDeviceID {
    get { values.withLock { $0.aware } }
    set { values.withLock { $0.aware = newValue } }
  }
}
