public import HaloBluetooth
public import HaloWearables

extension FitnessMachineDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "fitness-machine", name: "fitness machine", kind: .machine, searchWords: "a fitness machine",
    abilities: [
      .init("workouts", "Report speed, distance and power while a workout is recorded"),
      .init(
        "belt",
        "Be controlled from here if it is a treadmill that allows it: within your limits, and stopped at any time"),
    ],
    inabilities: [
      .init("heart", "Measure your heart by itself", reason: "Wear a strap or a ring meanwhile.")
    ])

  /// Decoders of the service's characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { FitnessMachine.readers }

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [
    PickerDescriptor("Treadmill or machine", service: FitnessMachine.GATT.service)
  ]
}
