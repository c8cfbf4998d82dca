import HaloColmiRing

extension VirtualRingModel {
  /// An H59, a related model that is identified by the company 0x1234 instead of its name. Its reported capabilities
  /// are assumptions.
  public static let h59 = VirtualRingModel(
    name: "H59", namePrefix: "H59_", hardware: "H59_V1.0", firmware: "H59_1.00.05_250211",
    capabilities: [.spo2, .newSleepProtocol, .stress, .hrv, .manualHeartRate], packetSize: 244, wantsBond: false,
    heartRateInterval: 10, refused: [0x1E])
}
