extension FitnessMachineDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "fitness-machine", name: Phrase("fitness machine"), kind: .machine, searchWords: Phrase("a fitness machine"),
    isWorn: false,
    abilities: [
      .init("workouts", Phrase("Report speed, distance and power while a workout is recorded")),
      .init(
        "belt",
        Phrase(
          "Be controlled from here if it is a treadmill that allows it: within your limits, and stopped at any time")),
    ],
    inabilities: [
      .init("heart", Phrase("Measure your heart by itself"), reason: Phrase("Wear a strap or a ring meanwhile."))
    ])

  /// Decoders of the service's characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { FitnessMachine.readers }

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [
    PickerDescriptor(Phrase("Treadmill or machine"), service: FitnessMachine.GATT.service),
    PickerDescriptor(Phrase("Power meter"), service: FitnessMachine.GATT.cyclingPower),
  ]
}
