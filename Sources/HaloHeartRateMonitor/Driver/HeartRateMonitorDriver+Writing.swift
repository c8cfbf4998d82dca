extension HeartRateMonitorDriver {
  /// Allows resetting the energy counter (2A39: 01), and the requests of ``HeartRateMonitor/Polar/Request``.
  public static func verdict(onWriting value: [UInt8], to characteristic: Characteristic) -> WriteVerdict? {
    switch characteristic.uuid {
    case HeartRateService.GATT.control:
      value == [1] ? .harmless : .unknown(Phrase("Only 01, which resets the energy counter, is defined there."))
    case HeartRateMonitor.Polar.GATT.control:
      HeartRateMonitor.Polar.Request(value: value)?.settings.trailing.isEmpty == true
        ? .harmless : .unknown(Phrase("Halo does not know this request of Polar's sensors."))
    default: nil
    }
  }
}
