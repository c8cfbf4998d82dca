import HaloColmiRing

extension VirtualRingModel {
  /// An H59MA (firmware 1.00.13), which is identified by the company 0x1234 instead of its name. From captured frames and an
  /// analysis of the firmware (OpenWatch): a fixed answer to `3C`, no `07`, `38` as the setting of stress, the raw stream
  /// that only `A1 05` stops, no `36`, and nights by day in big data 11. Its live
  /// measurements are assumptions.
  public static let h59 = VirtualRingModel(
    name: "H59", namePrefix: "H59_", hardware: "H59MA_V1.0", firmware: "H59MA_1.00.13",
    capabilities: [.spo2, .bloodPressure, .newSleepProtocol, .stress, .hrv], packetSize: 244, wantsBond: false,
    heartRateInterval: 10, unansweredCommands: [0x07], refused: [0x1E, 0x36], rawStops: [0x05], hasFixedFeatures: true)

  /// A ring with early firmware that stores sleep in quarter hours (command 44) and answers no big data for it. Made from the
  /// vendor's SDK; no such ring was captured.
  public static let quarterSleep: VirtualRingModel = {
    var model = r02Old
    model.answersOlderSleep = false
    model.storesSleepQuarters = true
    return model
  }()
}
