public import HaloWearables

extension ColmiRing {
  /// What the ring has, and what it expects of the phone.
  ///
  /// ```
  /// ← 3C 00 8C 27 00 28 80 …
  ///   0     2  3  4  5     7  8  9  10
  ///   2–10 bits, as in `Features`; byte 2 bit 08: wants a bond
  /// ```
  ///
  /// The bits are from the vendor's SDK, the one for the bond from open clients too. Bits without a name are not read.
  public struct DeviceSupport: RingMessage {
    static let command: UInt8 = 0x3C
    static let form = PacketForm(
      command: command, message: { .deviceSupport(DeviceSupport($0)) }, request: { _ in .deviceSupport },
      redacted: { packet, _ in DeviceSupport(packet).packet })

    /// Abilities beyond those of ``Capabilities``. The declaration's order is that of the wire.
    public enum Feature: Sendable, CaseIterable {
      // Many are those of watches with the same firmware.
      case touch, praise, wearCalibration, noScreen, gesture
      case music, video, eBook, camera, call, game, heart
      case skinTemperature, sedentaryReminder, drinkReminder, notification
      case resume
      case alarm, doNotDisturb
      case intervalSpO2, realTimeHeartRate, intervalTemperature
      case bodyTag, temperatureReminder
      case ecg, breath, audio

      /// The place of its bit, and its word in the JSON line.
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

    /// Whether the ring wants to be bonded.
    public let wantsBond: Bool
    /// What else it reports to have.
    public let features: Set<Feature>

    /// A ring that wants a bond, or does not.
    public init(wantsBond: Bool, features: Set<Feature> = []) {
      self.wantsBond = wantsBond
      self.features = features
    }

    init(_ packet: Packet) {
      self.init(
        wantsBond: packet[2] & Self.bondMask != 0,
        features: Set(Feature.allCases.filter { packet[$0.bit.byte] & $0.bit.mask != 0 }))
    }

    private static let bondMask: UInt8 = 0x08

    /// The answer that says so.
    public var packet: Packet {
      var payload = [UInt8](repeating: 0, count: 10)
      if wantsBond { payload[1] = Self.bondMask }
      for feature in features { payload[feature.bit.byte - 1] |= feature.bit.mask }
      return Packet(Self.command, payload)
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if !features.isEmpty { fields.field("features", Feature.allCases.filter(features.contains).map(\.bit.word)) }
      fields.field("type", "deviceSupport")
      fields.field("wantsBond", wantsBond)
    }
  }
}
