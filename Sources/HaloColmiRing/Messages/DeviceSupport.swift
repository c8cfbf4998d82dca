public import HaloWearables

extension ColmiRing {
  /// The features of the ring and its requirements for the phone.
  ///
  /// ```
  /// ← 3C 00 8C 27 00 28 80 …
  ///   0     2  3  4  5     7  8  9  10
  ///   2–10 bits, as in `Features`; byte 2 bit 08: requires a bond
  /// ```
  ///
  /// The bits are from the vendor's SDK; open clients confirm the bond bit. Bits without a name are ignored. H59MA firmware
  /// sends a fixed block instead, which has no features.
  public struct DeviceSupport: RingMessage {
    static let command: UInt8 = 0x3C
    static let form = PacketForm(
      command: command, message: { .deviceSupport(DeviceSupport($0)) }, request: { _ in .deviceSupport },
      redacted: { packet, _ in DeviceSupport(packet).packet })

    /// Features beyond ``Capabilities``, in the order of their bits.
    public enum Feature: Sendable, CaseIterable {
      // Many are features of watches with the same firmware.
      case touch, praise, wearCalibration, noScreen, gesture
      case music, video, eBook, camera, call, game, heart
      case skinTemperature, sedentaryReminder, drinkReminder, notification
      case resume
      case alarm, doNotDisturb
      case intervalSpO2, realTimeHeartRate, intervalTemperature
      case bodyTag, temperatureReminder
      case ecg, breath, audio

      /// The position of its bit, and its name in the JSON line.
      fileprivate var bit: (byte: Int, mask: UInt8, word: StaticString) {
        switch self {
        case .touch: (2, 0x01, "touch")
        case .praise: (2, 0x02, "praise")
        case .wearCalibration: (2, 0x04, "wearCalibration")
        case .noScreen: (2, 0x40, "noScreen")
        case .gesture: (2, 0x80, "gesture")
        case .music: (3, 0x01, "music")
        case .video: (3, 0x02, "video")
        case .eBook: (3, 0x04, "eBook")
        case .camera: (3, 0x08, "camera")
        case .call: (3, 0x10, "call")
        case .game: (3, 0x20, "game")
        case .heart: (3, 0x40, "heart")
        case .skinTemperature: (4, 0x01, "skinTemperature")
        case .sedentaryReminder: (4, 0x04, "sedentaryReminder")
        case .drinkReminder: (4, 0x08, "drinkReminder")
        case .notification: (4, 0x20, "notification")
        case .resume: (5, 0x80, "resume")
        case .alarm: (7, 0x40, "alarm")
        case .doNotDisturb: (7, 0x80, "doNotDisturb")
        case .intervalSpO2: (8, 0x04, "intervalSpO2")
        case .realTimeHeartRate: (8, 0x08, "realTimeHeartRate")
        case .intervalTemperature: (8, 0x80, "intervalTemperature")
        case .bodyTag: (9, 0x20, "bodyTag")
        case .temperatureReminder: (9, 0x40, "temperatureReminder")
        case .ecg: (10, 0x02, "ecg")
        case .breath: (10, 0x08, "breath")
        case .audio: (10, 0x10, "audio")
        }
      }
    }

    /// True if the ring requires a bond.
    public let wantsBond: Bool
    /// The other features that it reports.
    public let features: Set<Feature>

    /// True if the answer is the fixed block of H59MA firmware.
    public let isFixed: Bool

    /// Creates an answer.
    public init(wantsBond: Bool, features: Set<Feature> = []) {
      self.wantsBond = wantsBond
      self.features = features
      isFixed = false
    }

    /// The fixed block of H59MA firmware, which says nothing about the ring.
    public static let fixed = DeviceSupport()
    private static let fixedPacket = Packet(command, [0x00, 0x40, 0x00, 0x80, 0x00, 0x00, 0x00, 0x20])

    private init() { (wantsBond, features, isFixed) = (false, [], true) }

    init(_ packet: Packet) {
      if packet == Self.fixedPacket {
        self.init()
        return
      }
      self.init(
        wantsBond: packet[2] & Self.bondMask != 0,
        features: Set(Feature.allCases.filter { packet[$0.bit.byte] & $0.bit.mask != 0 }))
    }

    private static let bondMask: UInt8 = 0x08

    /// The encoded message.
    public var packet: Packet {
      if isFixed { return Self.fixedPacket }
      var payload = [UInt8](repeating: 0, count: 10)
      if wantsBond { payload[1] = Self.bondMask }
      for feature in features { payload[feature.bit.byte - 1] |= feature.bit.mask }
      return Packet(Self.command, payload)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if !features.isEmpty { fields.field("features", Feature.allCases.filter(features.contains).map(\.bit.word)) }
      if isFixed { fields.field("fixed", true) }
      fields.field("type", "deviceSupport")
      if !isFixed { fields.field("wantsBond", wantsBond) }
    }
  }
}
