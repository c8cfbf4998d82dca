extension HeartRateMonitor {
  /// Decoders for values of its own characteristics.
  static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
    Polar.GATT.control: { Polar.controlMessage($0) },
    Polar.GATT.data: CharacteristicMessages.reader(Polar.DataFrame.self),
  ]
}
