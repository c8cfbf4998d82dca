import HaloColmiRing

extension VirtualRingModel {
  /// An R03 with an RTL8762E (maneesh888/colmi-desktop). The time, the battery, live measurements and finding the
  /// device work. Requests for the heart rate and step histories are answered with "no data", big data is not answered,
  /// and many commands are refused. The refused commands other than 17, 27 and 73, and its reported capabilities, are
  /// assumptions.
  public static let r03 = VirtualRingModel(
    name: "R03", namePrefix: "R03_", hardware: "R03_V3.0", firmware: "R03_3.00.10_240517", capabilities: .spo2,
    packetSize: 241, wantsBond: nil, heartRateInterval: 30,
    refused: [0x06, 0x21, 0x2C, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x7A], answersBigData: false, keepsLogs: false
  )
}
