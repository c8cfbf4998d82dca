public import HaloColmiRing
import HaloWearables

/// A model of the ring family, as far as models differ.
public struct VirtualRingModel: Sendable, Hashable {
  /// What it is called for people.
  public let name: String
  /// What its advertised name begins with.
  public let namePrefix: String
  /// Hardware revision.
  public let hardware: String
  /// Firmware revision.
  public let firmware: String
  /// What its firmware says it can do.
  public let capabilities: ColmiRing.Capabilities
  /// The packet size that it pushes, in bytes.
  public let packetSize: Int
  /// Whether it wants a bond; `nil` where it does not know the question.
  public let wantsBond: Bool?
  /// Minutes between two heart rates in its log.
  public let heartRateInterval: Int
  /// Commands and big data that its firmware never answers.
  public var mute: Set<UInt8> = []
  /// Commands that its firmware refuses.
  public var refused: Set<UInt8> = []
  /// Whether it advertises the service of its commands. Units differ, also of one model: most advertise no service, and are found by their
  /// name or their company; the R02 of the first published iPhone apps was found by this one, and another of the same name was not.
  public var advertisesService = false
  /// Whether it says nothing to those that it has no bond with.
  public var isShy = false

  /// An R02 of the first firmware: neither stress nor heart-rate variability, and never an answer to the question for it.
  public static let r02Old = VirtualRingModel(
    name: "R02, first firmware", namePrefix: "R02_", hardware: "R02_V3.0", firmware: "R02_3.00.06_240523",
    capabilities: [.spo2, .newSleepProtocol], packetSize: 241, wantsBond: nil, heartRateInterval: 60,
    mute: [0x39, 0x38], refused: [0x3C, 0x3A])

  /// An R02 of later firmware. It advertises its service, as the one of the published iPhone apps did.
  public static let r02New = VirtualRingModel(
    name: "R02", namePrefix: "R02_", hardware: "R02_V3.0", firmware: "R02_3.00.17_240903",
    capabilities: [.spo2, .newSleepProtocol, .stress, .manualHeartRate], packetSize: 241, wantsBond: false,
    heartRateInterval: 30, advertisesService: true)

  /// An R10 with a thermometer.
  public static let r10 = VirtualRingModel(
    name: "R10", namePrefix: "COLMI R10_", hardware: "RT03CR_V1.0", firmware: "RT03CR_1.00.02_241120",
    capabilities: [.spo2, .newSleepProtocol, .stress, .hrv, .temperature, .manualHeartRate], packetSize: 244,
    wantsBond: false, heartRateInterval: 10, refused: [0x1E])

  /// An R12, which measures the heart rate every five minutes.
  public static let r12 = VirtualRingModel(
    name: "R12", namePrefix: "COLMI R12_", hardware: "RT11CR_V1.0", firmware: "RT11CR_1.00.08_250514",
    capabilities: [.spo2, .newSleepProtocol, .stress, .hrv, .manualHeartRate], packetSize: 244, wantsBond: true,
    heartRateInterval: 5, refused: [0x06, 0x1E])

  /// An R09, which is silent for whoever has no bond with it. What it says of itself is made up.
  public static let r09: VirtualRingModel = {
    var model = VirtualRingModel(
      name: "R09", namePrefix: "R09_", hardware: "RT09_V3.1", firmware: "RT09_3.10.21_240801",
      capabilities: [.spo2, .newSleepProtocol, .stress, .hrv, .temperature, .manualHeartRate], packetSize: 244,
      wantsBond: true, heartRateInterval: 5)
    model.isShy = true
    return model
  }()

  /// Those that answer everybody.
  public static let all = [r02Old, r02New, r10, r12]
}
