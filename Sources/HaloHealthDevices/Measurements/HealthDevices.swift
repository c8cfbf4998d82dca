/// Scales, blood-pressure cuffs, thermometers and pulse oximeters with the standard services.
///
/// The messages are decoded in `HaloWearables`; `docs/health-devices.md` says what becomes of them.
enum HealthDevices {
  /// The services and characteristics.
  enum GATT {
    /// Weight scale, body composition, blood pressure, health thermometer and pulse oximeter.
    static let services: [BluetoothUUID] = [0x181D, 0x181B, 0x1810, 0x1809, 0x1822]
    static let weight: BluetoothUUID = 0x2A9D
    static let bodyComposition: BluetoothUUID = 0x2A9C
    static let bloodPressure: BluetoothUUID = 0x2A35
    static let temperature: BluetoothUUID = 0x2A1C
    static let spotCheck: BluetoothUUID = 0x2A5E
    static let oximeter: BluetoothUUID = 0x2A5F
    /// The measurements, in display order of their quantities.
    static let measurements = [weight, bodyComposition, bloodPressure, temperature, spotCheck, oximeter]
    /// The device's clock, as Current Time or as Date Time.
    static let clocks: [BluetoothUUID] = [0x2A2B, 0x2A08]
  }

  static let decoderName = "health-devices/1"
  static let log: LogID = "measurements"

  /// The quantities that some characteristics send, each once: those of a value with all fields.
  static func quantities(of characteristics: [BluetoothUUID]) -> [Metric] {
    let full = [UInt8](repeating: 0xFF, count: 64)
    return characteristics.flatMap { HealthMeasurement(full, of: $0)?.values.map(\.metric) ?? [] }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
