/// The Heart Rate Service (0x180D) of straps, armbands, and some watches and machines that also have services of their
/// own.
public enum HeartRateService {
  /// The characteristics of the service, and of the services that usually accompany it (Assigned Numbers, 3.4 and 3.8).
  public enum GATT {
    /// Heart Rate.
    public static let service: BluetoothUUID = 0x180D
    /// Heart Rate Measurement.
    public static let measurement: BluetoothUUID = 0x2A37
    /// Body Sensor Location.
    public static let location: BluetoothUUID = 0x2A38
    /// Heart Rate Control Point.
    public static let control: BluetoothUUID = 0x2A39
    /// Battery.
    public static let batteryService: BluetoothUUID = 0x180F
    public static let batteryLevel: BluetoothUUID = 0x2A19
    /// Manufacturer Name String.
    public static let manufacturerName: BluetoothUUID = 0x2A29
    /// Model Number String.
    public static let modelNumber: BluetoothUUID = 0x2A24
  }

  /// The decoders of its characteristics.
  static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
    GATT.measurement: CharacteristicMessages.reader(Measurement.self),
    GATT.location: CharacteristicMessages.strictReader(SensorLocation.self),
    GATT.control: CharacteristicMessages.strictReader(ResetEnergy.self, isCommand: true),
  ]
}
