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
    }

    private static let bits: [(feature: Feature, byte: Int, mask: UInt8, word: StaticString)] = [
      (.touch, 2, 0x01, "touch"), (.praise, 2, 0x02, "praise"), (.wearCalibration, 2, 0x04, "wearCalibration"),
      (.noScreen, 2, 0x40, "noScreen"), (.gesture, 2, 0x80, "gesture"), (.music, 3, 0x01, "music"),
      (.video, 3, 0x02, "video"), (.eBook, 3, 0x04, "eBook"), (.camera, 3, 0x08, "camera"), (.call, 3, 0x10, "call"),
      (.game, 3, 0x20, "game"), (.heart, 3, 0x40, "heart"), (.skinTemperature, 4, 0x01, "skinTemperature"),
      (.sedentaryReminder, 4, 0x04, "sedentaryReminder"), (.drinkReminder, 4, 0x08, "drinkReminder"),
      (.notification, 4, 0x20, "notification"), (.resume, 5, 0x80, "resume"), (.alarm, 7, 0x40, "alarm"),
      (.doNotDisturb, 7, 0x80, "doNotDisturb"), (.intervalSpO2, 8, 0x04, "intervalSpO2"),
      (.realTimeHeartRate, 8, 0x08, "realTimeHeartRate"), (.intervalTemperature, 8, 0x80, "intervalTemperature"),
      (.bodyTag, 9, 0x20, "bodyTag"), (.temperatureReminder, 9, 0x40, "temperatureReminder"), (.ecg, 10, 0x02, "ecg"),
      (.breath, 10, 0x08, "breath"), (.audio, 10, 0x10, "audio"),
    ]

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
        features: Set(Self.bits.filter { packet[$0.byte] & $0.mask != 0 }.map(\.feature)))
    }

    private static let bondMask: UInt8 = 0x08

    /// The encoded message.
    public var packet: Packet {
      if isFixed { return Self.fixedPacket }
      var payload = [UInt8](repeating: 0, count: 10)
      if wantsBond { payload[1] = Self.bondMask }
      for bit in Self.bits where features.contains(bit.feature) { payload[bit.byte - 1] |= bit.mask }
      return Packet(Self.command, payload)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      if !features.isEmpty {
        fields.field("features", Self.bits.filter { features.contains($0.feature) }.map(\.word))
      }
      if isFixed { fields.field("fixed", true) }
      fields.field("type", "deviceSupport")
      if !isFixed { fields.field("wantsBond", wantsBond) }
    }
  }
}
