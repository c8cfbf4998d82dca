import HaloBluetooth
import HaloWearables

extension HeartRateMonitor {
  /// How the values of its own characteristics are read.
  static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
    Polar.GATT.control: { Polar.controlMessage($0) },
    Polar.GATT.data: CharacteristicMessages.reader(Polar.DataFrame.self),
  ]
}
