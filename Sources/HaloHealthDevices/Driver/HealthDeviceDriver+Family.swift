extension HealthDeviceDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "health-device", name: Phrase("health device"),
    searchWords: Phrase("a scale, a blood-pressure monitor, a thermometer or a pulse oximeter"),
    searchAdvice: Phrase("A scale, a blood-pressure monitor or a thermometer sleeps until it measures."),
    isWorn: false, numbersUsers: true, liveQuantities: HealthDevices.quantities(of: HealthDevices.GATT.measurements),
    abilities: [
      .init("weight", Phrase("Weight, and what a body composition scale estimates")),
      .init("blood-pressure", Phrase("Blood pressure and heart rate, of a blood-pressure monitor")),
      .init("body-temperature", Phrase("Body temperature, of a thermometer")),
      .init("spo2", Phrase("SpO₂ and heart rate, of a pulse oximeter")),
    ],
    inabilities: [.places], logs: [HealthDevices.log: Phrase("measurements")])

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [
    PickerDescriptor(Phrase("Scale"), service: 0x181D),
    PickerDescriptor(Phrase("Blood-pressure monitor"), service: 0x1810),
    PickerDescriptor(Phrase("Thermometer"), service: 0x1809),
    PickerDescriptor(Phrase("Pulse oximeter"), service: 0x1822),
  ]
}
