import HaloWearables

extension CyclingDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "cycling-sensor", name: Phrase("cycling sensor", in: .cycling), kind: .other,
    searchWords: Phrase("a cycling sensor", in: .cycling),
    searchAdvice: Phrase("A cycling sensor sleeps until its wheel or crank turns.", in: .cycling),
    isWorn: false, liveQuantities: [.speed, .cadence],
    abilities: [
      .init("speed", Phrase("Speed, if it is on a wheel", in: .cycling)),
      .init("cadence", Phrase("Cadence, if it is on a crank", in: .cycling)),
    ],
    inabilities: [
      .init(
        "days", Phrase("Keep days by itself", in: .cycling),
        reason: Phrase("It sends what it counts and stores nothing.", in: .cycling)),
      .places,
    ],
    logs: ["speed-and-cadence": Phrase("speed and cadence", in: .cycling)],
    caution: Phrase("Speed assumes that the wheel moves 2.105 m in one turn (a tire of 700 × 25C).", in: .cycling))

  /// Decoders of the sensors' own characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { CyclingSensor.readers }

  /// Decodes the frames of the service's characteristics.
  public static var frameDecoder: (any FrameDecoder.Type)? { CyclingDecoder.self }

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [
    PickerDescriptor(Phrase("Cycling sensor", in: .cycling), service: CyclingSensor.GATT.service)
  ]
}
