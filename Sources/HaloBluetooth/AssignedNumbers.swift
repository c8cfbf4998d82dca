extension BluetoothUUID {
  /// Device Information service.
  public static let deviceInformation: BluetoothUUID = 0x180A
  /// Battery service.
  public static let battery: BluetoothUUID = 0x180F
  /// Heart Rate service.
  public static let heartRate: BluetoothUUID = 0x180D
  /// Fitness Machine service.
  public static let fitnessMachine: BluetoothUUID = 0x1826
  /// Battery Level characteristic.
  public static let batteryLevel: BluetoothUUID = 0x2A19
  /// Firmware Revision String characteristic.
  public static let firmwareRevision: BluetoothUUID = 0x2A26
  /// Hardware Revision String characteristic.
  public static let hardwareRevision: BluetoothUUID = 0x2A27
  /// Client Characteristic Configuration descriptor, which a subscription writes.
  public static let clientConfiguration: BluetoothUUID = 0x2902
}
