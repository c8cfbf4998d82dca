import HaloColmiRing

extension VirtualRingModel {
  /// An R03 with an RTL8762E (maneesh888/colmi-desktop): the time, the battery, live measurements and finding it work; the histories of heart rate
  /// and steps are answered with "nothing", big data not at all, and many commands are refused. Which ones beside 17, 27 and 73, and what it
  /// reports of itself, is made up.
  public static let r03 = VirtualRingModel(
    name: "R03", namePrefix: "R03_", hardware: "R03_V3.0", firmware: "R03_3.00.10_240517", capabilities: .spo2,
    packetSize: 241, wantsBond: nil, heartRateInterval: 30,
    refused: [0x06, 0x21, 0x2C, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x7A], answersBigData: false, keepsLogs: false
  )
}
