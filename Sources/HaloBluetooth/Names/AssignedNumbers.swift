extension BluetoothUUID {
  /// Device Information service.
  public static let deviceInformation: BluetoothUUID = 0x180A
  /// Firmware Revision String characteristic.
  public static let firmwareRevision: BluetoothUUID = 0x2A26
  /// Hardware Revision String characteristic.
  public static let hardwareRevision: BluetoothUUID = 0x2A27
  /// Client Characteristic Configuration descriptor, which a subscription writes.
  public static let clientConfiguration: BluetoothUUID = 0x2902
}
