extension HeartRateMonitorDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "heart-rate-monitor", name: Phrase("heart-rate monitor"), kind: .strap,
    searchWords: Phrase("a heart-rate monitor"),
    searchAdvice: Phrase("A strap sends nothing until it is worn with moistened contacts."),
    liveQuantities: [.heartRate, .heartRateVariability], rawSearchWords: Phrase("a Polar sensor"),
    abilities: [
      .init("heart-rate", Phrase("Heart rate while it is worn and connected")),
      .init("beats", Phrase("Every beat, if the device sends them")),
    ],
    inabilities: [
      .init("days", Phrase("Keep days by itself"), reason: Phrase("It sends what it measures and stores nothing.")),
      .places,
    ])

  /// Decoders of the monitors' characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { HeartRateMonitor.readers }

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [
    PickerDescriptor(Phrase("Heart-rate strap"), service: HeartRateService.GATT.service)
  ]
}
