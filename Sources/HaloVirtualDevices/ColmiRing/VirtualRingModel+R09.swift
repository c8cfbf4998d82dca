import HaloColmiRing

extension VirtualRingModel {
  /// An R09, which answers only bonded clients. Its reported capabilities are assumptions.
  public static let r09 = bonded(heartRateInterval: 5)

  /// An R09 whose logger has stalled (stansz/smart-ring, RT09_3.10.21: owners' most frequent complaint). HRV is
  /// current, but the logs of heart rate and temperature stay empty until `16` is turned off and on. It logs every 15
  /// minutes, and its reported charge jumps by 10 to 15 points.
  public static let r09Stalled: VirtualRingModel = {
    var model = bonded(heartRateInterval: 15)
    model.hasStalledLogger = true
    model.batteryJitter = 15
    return model
  }()

  private static func bonded(heartRateInterval: Int) -> VirtualRingModel {
    VirtualRingModel(
      name: "R09", namePrefix: "R09_", hardware: "RT09_V3.1", firmware: "RT09_3.10.21_240801",
      capabilities: [.spo2, .newSleepProtocol, .stress, .hrv, .temperature, .manualHeartRate], packetSize: 244,
      wantsBond: true, heartRateInterval: heartRateInterval, answersOnlyBonded: true, answersOlderSleep: true)
  }
}
