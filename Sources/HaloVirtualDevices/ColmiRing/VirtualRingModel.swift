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
  /// Whether it has the service of big data.
  public var hasBigData = true
  /// Whether its firmware answers big data.
  public var answersBigData = true
  /// Whether it keeps what it measures; if not, it answers as if there were nothing.
  public var keepsLogs = true
  /// Whether its firmware answers the older request for sleep, `BC 27 0100 FF00 FF`, with the nights alone. Gadgetbridge, PulseLoop for iOS and
  /// stansz (R09) get nights so; an R10 (RT03CR) ignores it (PulseLoop for Android).
  public var answersOlderSleep = false
  /// What it reports to have, in its answer to `3C`.
  public var features: Set<ColmiRing.DeviceSupport.Feature> = []
  /// Commands whose settings it confirms without storing them.
  public var pretends: Set<UInt8> = []
  /// Whether it has the firmware RT08: the result 2 of a live reading is that wear detection failed.
  public var isRT08 = false
  /// What stops its raw stream, behind `A1`.
  public var rawStops: Set<UInt8> = [0x02]
  /// Whether it confirms that with `A1 FF 00`.
  public var confirmsRawStop = false
  /// How it encodes raw acceleration.
  public var rawEncoding = ColmiRing.RawAccelerometer.Encoding.twelveBit
  /// Whether it knows a phone's sport session, command `77`.
  public var hasSport = false
  /// Energy of a step in small calories, if its firmware computes energy so.
  public var caloriesPerStep: Int?
  /// Whether its logger has stalled: heart rates and temperatures are not stored until the log (`16`) is turned off and on.
  public var hasStalledLogger = false
  /// How many percentage points its reports of the charge are wrong by at most.
  public var batteryJitter = 0

  /// An R02 of the first firmware: neither stress nor HRV, never an answer to the request for it, and sleep by the older request alone.
  public static let r02Old = VirtualRingModel(
    name: "R02, first firmware", namePrefix: "R02_", hardware: "R02_V3.0", firmware: "R02_3.00.06_240523",
    capabilities: .spo2, packetSize: 241, wantsBond: nil, heartRateInterval: 60, mute: [0x39, 0x38],
    refused: [0x3C, 0x3A], answersOlderSleep: true)

  /// An R02 of later firmware. It advertises its service, as the one of the published iPhone apps did.
  public static let r02New = VirtualRingModel(
    name: "R02", namePrefix: "R02_", hardware: "R02_V3.0", firmware: "R02_3.00.17_240903",
    capabilities: [.spo2, .newSleepProtocol, .stress, .manualHeartRate], packetSize: 241, wantsBond: false,
    heartRateInterval: 30, advertisesService: true, answersOlderSleep: true)

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

  /// Those that answer everybody, and of which a sync reads all that they have.
  public static let all = [r02Old, r02New, r10, r12]

  /// Those of which a client has to know more: whose firmware lacks a part, whose logger stalls, or whose name does not begin with R.
  public static let peculiar = [r03, r08, r09Stalled, h59]
}
