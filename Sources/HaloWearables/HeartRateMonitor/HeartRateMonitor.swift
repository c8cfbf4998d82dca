package import HaloBluetooth

/// Straps and armbands that measure the heart: the Heart Rate Service (0x180D), and Polar's own service beside it.
///
/// Messages are bytes ⇄ values, pure and total; ``HeartRateMonitorDriver`` speaks them over a connection. `docs/heart-rate-monitors.md`
/// says where the facts come from.
public enum HeartRateMonitor {
  static let decoderName = "heart-rate-monitor/1"

  /// The service's characteristics.
  package enum GATT {
    package static let service: BluetoothUUID = 0x180D
    package static let measurement: BluetoothUUID = 0x2A37
    package static let location: BluetoothUUID = 0x2A38
    package static let control: BluetoothUUID = 0x2A39
    package static let batteryService: BluetoothUUID = 0x180F
    package static let batteryLevel: BluetoothUUID = 0x2A19
    package static let manufacturerName: BluetoothUUID = 0x2A29
    package static let modelNumber: BluetoothUUID = 0x2A24
  }

  /// How the values of its characteristics are read.
  static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
    GATT.measurement: CharacteristicMessages.reader(Measurement.self),
    GATT.location: CharacteristicMessages.reader { value in
      if let location = SensorLocation(value: value) {
        location
      } else {
        value.isEmpty ? nil : UnreadValue.unknown(value)
      }
    },
    GATT.control: CharacteristicMessages.reader { value in
      if let reset = ResetEnergy(value: value) {
        reset
      } else {
        value.first.map { UnreadValue.unknown(value, command: $0) }
      }
    },
    Polar.GATT.control: { Polar.controlMessage($0) },
    Polar.GATT.data: CharacteristicMessages.reader(Polar.DataFrame.self),
  ]
}
