/// The values that may be written to characteristics of the Bluetooth SIG on any device.
enum StandardWrites {
  /// Allows the alert level (2A06: none, mild or high, of Find Me and Proximity) and the interval of measurements (2A21, u16
  /// LE in seconds); `nil` for other characteristics, and for values that the specification does not define.
  static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict? {
    switch characteristic.uuid {
    case 0x2A06 where value.count == 1 && value[0] <= 2, 0x2A21 where value.count == 2: .harmless
    default: nil
    }
  }
}
