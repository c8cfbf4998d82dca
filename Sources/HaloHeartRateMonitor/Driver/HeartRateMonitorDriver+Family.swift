public import HaloBluetooth
public import HaloWearables

extension HeartRateMonitorDriver {
  public static let family = WearableFamily(
    id: "heart-rate-monitor", name: "heart-rate monitor", kind: .strap, searchWords: "a heart-rate monitor",
    searchAdvice: "A strap is silent until it is worn, its contacts wet.",
    liveQuantities: [.heartRate, .heartRateVariability], rawSearchWords: "a Polar sensor",
    abilities: [
      .init("heart-rate", "Heart rate while it is worn and connected"),
      .init("beats", "Every beat, if its maker sends them"),
    ],
    inabilities: [
      .init("days", "Keep days by itself", reason: "It sends what it measures and stores nothing."), .places,
    ])

  public static var characteristicReaders: [BluetoothUUID: CharacteristicMessages.Reader] { HeartRateMonitor.readers }

  public static let pickerDescriptors = [
    PickerDescriptor("Heart-rate strap", service: HeartRateService.GATT.service)
  ]
}
