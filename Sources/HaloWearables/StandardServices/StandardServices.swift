/// The decoders of characteristics defined by the Bluetooth SIG: battery, device information, clock, oximeter,
/// thermometer, scales, blood pressure, and running and cycling sensors. `docs/standard-services.md` lists the sources.
enum StandardServices {
  static let readers: [BluetoothUUID: CharacteristicMessages.Reader] = {
    var readers: [BluetoothUUID: CharacteristicMessages.Reader] = [
      // Levels above 100 are reserved.
      0x2A19: CharacteristicMessages.strictReader(BatteryLevel.self),
      0x2902: CharacteristicMessages.reader(ClientConfiguration.self),
      0x2904: CharacteristicMessages.reader(PresentationFormat.self),
      0x2A1C: CharacteristicMessages.reader { TemperatureMeasurement(.temperature, value: $0) },
      0x2A1E: CharacteristicMessages.reader { TemperatureMeasurement(.intermediateTemperature, value: $0) },
      0x2A23: CharacteristicMessages.reader(SystemIdentifier.self),
      0x2A2B: CharacteristicMessages.reader(CurrentTime.self),
      0x2A35: CharacteristicMessages.reader { BloodPressure(.bloodPressure, value: $0) },
      0x2A36: CharacteristicMessages.reader { BloodPressure(.cuffPressure, value: $0) },
      0x2A50: CharacteristicMessages.reader(ProductIdentifier.self),
      0x2A53: CharacteristicMessages.reader(RunningSpeedAndCadence.self),
      0x2A5B: CharacteristicMessages.reader(CyclingSpeedAndCadence.self),
      0x2A5E: CharacteristicMessages.reader(OximeterSpotCheck.self),
      0x2A5F: CharacteristicMessages.reader(OximeterContinuous.self),
      0x2A63: CharacteristicMessages.reader(CyclingPower.self),
      0x2A64: CharacteristicMessages.reader(CyclingPowerVector.self),
      0x2A9C: CharacteristicMessages.reader(BodyComposition.self),
      0x2A9D: CharacteristicMessages.reader(WeightMeasurement.self),
    ]
    readers.merge(HeartRateService.readers) { own, _ in own }
    for field in DeviceInformation.Field.allCases {
      readers[field.characteristic] = { DeviceInformation(field, value: $0) }
    }
    return readers
  }()
}
