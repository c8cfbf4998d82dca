public import Foundation

/// A device that was found but not chosen yet. The app decides whether the picker shows it
/// (``ASPickerDisplaySettings/Options/filterDiscoveryResults``).
///
/// Unchecked like its superclass; the advertisement is immutable as well.
public final class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
  /// The advertisement data, with Core Bluetooth's keys.
  public let bluetoothAdvertisementData: [AnyHashable: Any]?
  /// The signal strength in dBm, if known.
  public let bluetoothRSSI: NSNumber?

  init(_ record: AccessoryRecord, advertisement: [AnyHashable: Any], rssi: Int?) {
    bluetoothAdvertisementData = advertisement
    bluetoothRSSI = rssi.map { NSNumber(value: $0) }
    super.init(record, state: .unauthorized)
  }
}
