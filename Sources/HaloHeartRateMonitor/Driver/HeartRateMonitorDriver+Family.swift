public import HaloBluetooth
public import HaloWearables

extension HeartRateMonitorDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "heart-rate-monitor", name: "heart-rate monitor", kind: .strap, searchWords: "a heart-rate monitor",
    searchAdvice: "A strap sends nothing until it is worn with moistened contacts.",
    liveQuantities: [.heartRate, .heartRateVariability], rawSearchWords: "a Polar sensor",
    abilities: [
      .init("heart-rate", "Heart rate while it is worn and connected"),
      .init("beats", "Every beat, if the device sends them"),
    ],
    inabilities: [
      .init("days", "Keep days by itself", reason: "It sends what it measures and stores nothing."), .places,
    ])

  /// Decoders of the monitors' characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { HeartRateMonitor.readers }

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [
    PickerDescriptor("Heart-rate strap", service: HeartRateService.GATT.service)
  ]
}
