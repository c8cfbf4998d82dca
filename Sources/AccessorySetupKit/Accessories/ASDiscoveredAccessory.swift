#if !canImport(Darwin)
  public import Foundation

  /// A device that was found, before anybody chose it: what a program decides by which of them are shown
  /// (``ASPickerDisplaySettings/Options/filterDiscoveryResults``).
  ///
  /// Unchecked as its superclass is; the advertisement, a dictionary of values, does not change either.
  public final class ASDiscoveredAccessory: ASAccessory, @unchecked Sendable {
    /// What it advertises, by Core Bluetooth's keys.
    public let bluetoothAdvertisementData: [AnyHashable: Any]?
    /// Its signal strength in dBm, where it is known.
    public let bluetoothRSSI: NSNumber?

    init(_ record: AccessoryRecord, advertisement: [AnyHashable: Any], rssi: Int?) {
      bluetoothAdvertisementData = advertisement
      bluetoothRSSI = rssi.map { NSNumber(value: $0) }
      super.init(record, state: .unauthorized)
    }
  }
#endif
