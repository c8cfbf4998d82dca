import HaloWearables

/// Sensors on a bicycle's wheel and crank with the Cycling Speed and Cadence Service (CSCS 1.0, 0x1816).
///
/// A sensor counts turns and sends the counts about once a second while it is connected. It stores no days.
public enum CyclingSensor {
  /// The service and its characteristics (Assigned Numbers, 3.4 and 3.8).
  public enum GATT {
    /// Cycling Speed and Cadence.
    public static let service: BluetoothUUID = 0x1816
    /// CSC Measurement: notified.
    public static let measurement: BluetoothUUID = 0x2A5B
    /// CSC Feature: read.
    public static let features: BluetoothUUID = 0x2A5C
    /// Sensor Location: read.
    public static let location: BluetoothUUID = 0x2A5D
    /// SC Control Point: written, and answered by an indication.
    public static let control: BluetoothUUID = 0x2A55
  }

  /// The distance of one wheel turn, in meters. Assumes a tire of 700 × 25C (ISO 25-622), because no sensor reports its
  /// wheel.
  public static let wheelCircumference = 2.105

  static let decoderName = "cycling-sensor/1"

  /// Decoders for values of the family's own characteristics. Halo itself decodes CSC Measurement.
  static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
    GATT.features: CharacteristicMessages.reader(Features.self),
    GATT.location: CharacteristicMessages.reader(Location.self),
    GATT.control: CharacteristicMessages.reader { value in
      if let message = ControlPoint(value: value) {
        message
      } else {
        UndecodedValue.unknown(value, command: value.first)
      }
    },
  ]
}
