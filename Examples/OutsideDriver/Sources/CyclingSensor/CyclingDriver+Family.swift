import HaloBluetooth
import HaloWearables

extension CyclingDriver {
  /// The names, texts and capabilities of the family.
  public static let family = WearableFamily(
    id: "cycling-sensor", name: "cycling sensor", kind: .other, searchWords: "a cycling sensor",
    searchAdvice: "A cycling sensor sleeps until its wheel or crank turns.",
    liveQuantities: [.speed, .cadence],
    abilities: [
      .init("speed", "Speed, if it is on a wheel"), .init("cadence", "Cadence, if it is on a crank"),
    ],
    inabilities: [
      .init("days", "Keep days by itself", reason: "It sends what it counts and stores nothing."), .places,
    ],
    caution: "Speed assumes that the wheel moves 2.105 m in one turn (a tire of 700 × 25C).")

  /// Decoders of the sensors' own characteristics.
  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { CyclingSensor.readers }

  /// Decodes the frames of the service's characteristics.
  public static var frameDecoder: (any FrameDecoder.Type)? { CyclingDecoder.self }

  /// Filters for the iPhone's accessory picker.
  public static let pickerDescriptors = [PickerDescriptor("Cycling sensor", service: CyclingSensor.GATT.service)]
}
