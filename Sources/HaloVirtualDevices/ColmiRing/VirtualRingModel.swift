public import HaloColmiRing

/// The differences between models of the ring family.
public struct VirtualRingModel: Sendable, Hashable {
  /// The model's name for people.
  public let name: String
  /// The beginning of the advertised name.
  public let namePrefix: String
  /// The hardware revision.
  public let hardware: String
  /// The firmware revision.
  public let firmware: String
  /// The capabilities that the firmware reports.
  public let capabilities: ColmiRing.Capabilities
  /// The packet size that the ring pushes, in bytes.
  public let packetSize: Int
  /// True if the ring requests bonding; `nil` if it does not support the query.
  public let wantsBond: Bool?
  /// The interval of logged heart rates, in minutes.
  public let heartRateInterval: Int
  /// The commands and big data that the firmware does not answer.
  public var unansweredCommands: Set<UInt8> = []
  /// The commands that the firmware refuses.
  public var refused: Set<UInt8> = []
  /// True if the ring advertises its command service. This differs even between units of one model. Most advertise no
  /// service and are identified by name or company. The R02 of the first published iPhone apps was found by this
  /// service; another ring of the same name was not.
  public var advertisesService = false
  /// True if the ring answers only bonded clients.
  public var answersOnlyBonded = false
  /// True if the ring has the big data service.
  public var hasBigData = true
  /// True if the firmware answers big data.
  public var answersBigData = true
  /// True if the ring stores its measurements. If false, it answers that it has no data.
  public var keepsLogs = true
  /// True if the firmware answers the older sleep request, `BC 27 0100 FF00 FF`, with the nights only. Gadgetbridge,
  /// PulseLoop for iOS and stansz (R09) get nights that way; an R10 (RT03CR) ignores it (PulseLoop for Android).
  public var answersOlderSleep = false
  /// The features that the ring reports in its answer to `3C`.
  public var features: Set<ColmiRing.DeviceSupport.Feature> = []
  /// The commands that the ring confirms without storing their settings.
  public var unstoredCommands: Set<UInt8> = []
  /// True for firmware RT08, where result 2 of a live reading means that wear detection failed.
  public var isRT08 = false
  /// The codes after `A1` that stop the raw stream.
  public var rawStops: Set<UInt8> = [0x02]
  /// True if the ring confirms the stop with `A1 FF 00`.
  public var confirmsRawStop = false
  /// True for H59MA firmware: the answer to `3C` is its fixed block, other codes after `A1` are errors, `38` is the setting
  /// of stress, and big data 11 has the night of a day.
  public var hasFixedFeatures = false
  /// True if the firmware answers command 44 with sleep in quarter hours, and 46 with the days that have data.
  public var storesSleepQuarters = false
  /// The encoding of raw acceleration.
  public var rawEncoding = ColmiRing.RawAccelerometer.Encoding.twelveBit
  /// True if the ring supports sport sessions of a phone, command `77`.
  public var hasSport = false
  /// The energy per step in small calories, if the firmware computes energy that way.
  public var caloriesPerStep: Int?
  /// True if the logger has stalled: heart rates and temperatures are not stored until the log (`16`) is turned off and
  /// on.
  public var hasStalledLogger = false
  /// The largest error of the reported charge, in percentage points.
  public var batteryJitter = 0

  /// An R02 with the first firmware: no stress and no HRV, no answer to requests for them, and only the older sleep
  /// request.
  public static let r02Old = VirtualRingModel(
    name: "R02, first firmware", namePrefix: "R02_", hardware: "R02_V3.0", firmware: "R02_3.00.06_240523",
    capabilities: .spo2, packetSize: 241, wantsBond: nil, heartRateInterval: 60, unansweredCommands: [0x39, 0x38],
    refused: [0x3C, 0x3A], answersOlderSleep: true)

  /// An R02 with later firmware. It advertises its service, like the one of the published iPhone apps.
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

  /// The models that answer every client and support a complete sync.
  public static let all = [r02Old, r02New, r10, r12]

  /// The models that need special handling: the firmware lacks a part, the logger stalls, or the name does not begin
  /// with R.
  public static let special = [r03, r08, r09Stalled, h59, quarterSleep]

  /// Returns the model with a name, such as `R09`; `nil` for other names.
  public static func named(_ name: String) -> VirtualRingModel? { (all + [r09] + special).first { $0.name == name } }
}
