#if !canImport(Darwin)
  public import Foundation
  import Synchronization

  /// A device that the program had before it used this framework, by the identifier that Core Bluetooth gave it.
  public final class ASMigrationDisplayItem: ASPickerDisplayItem, @unchecked Sendable {
    // Unchecked as its superclass is: what changes is behind this lock.
    private let values = Mutex(
      (peripheral: UUID?.none, ssid: String?.none, aware: ASAccessory.WiFiAwarePairedDeviceID(0)))

    /// By which Core Bluetooth knows the device.
    public var peripheralIdentifier: UUID? {
      get { values.withLock { $0.peripheral } }
      set { values.withLock { $0.peripheral = newValue } }
    }

    /// A network's name, which is not used on Linux.
    public var hotspotSSID: String? {
      get { values.withLock { $0.ssid } }
      set { values.withLock { $0.ssid = newValue } }
    }

    /// A number of Wi-Fi Aware, which is not used on Linux.
    public var wifiAwarePairedDeviceID: ASAccessory.WiFiAwarePairedDeviceID {
      get { values.withLock { $0.aware } }
      set { values.withLock { $0.aware = newValue } }
    }
  }
#endif
