import HaloColmiRing

extension VirtualRingModel {
  /// An R08 as in MRziyi's live log (Halo-Ring, Doc/09): no big data service, touch, sport sessions of a phone, 16-bit
  /// raw acceleration, a raw stream that `A1 00` and `A1 FF` stop but `A1 02` does not, and energy of 36 small calories
  /// per step. Its reported capabilities are assumptions.
  public static let r08 = VirtualRingModel(
    name: "R08", namePrefix: "R08_", hardware: "RT08_V3.1", firmware: "RT08_3.10.46_250621",
    capabilities: [.spo2, .newSleepProtocol, .stress, .hrv, .manualHeartRate], packetSize: 244, wantsBond: false,
    heartRateInterval: 5, refused: [0x1E], hasBigData: false, features: [.touch, .noScreen], isRT08: true,
    rawStops: [0x00, 0xFF], confirmsRawStop: true, rawEncoding: .sixteenBit, hasSport: true, caloriesPerStep: 36)
}
