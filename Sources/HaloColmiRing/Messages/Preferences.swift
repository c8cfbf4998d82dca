extension ColmiRing {
  /// The wearer's profile on the ring, for its own estimates.
  ///
  /// ```
  /// → 0A 02 00 00 00 1E AF 46 78 50 A0 …
  ///   0  1  2  3  4  5  6  7  8  9  10
  ///   1 read (01) or write (02) · 2 clock (0 24-hour, 1 12-hour) · 3 units (0 metric, 1 imperial) · 4 gender (0 male,
  ///   1 female, 2 other) · 5 age · 6 height in cm · 7 weight in kg · 8, 9 blood pressure · 10 heart rate for a
  ///   warning, 0 for none
  /// ```
  ///
  /// The fields are known from open clients; the captures show only that rings answer. Some rings send other data in
  /// the answer, so the message vocabulary has no type for it.
  public struct Preferences: Hashable, Sendable {
    static let command: UInt8 = 0x0A
    static let form = PacketForm(
      command: command,
      request: { packet in
        switch packet[1] {
        case 1: .preferences
        case 2: Preferences(fields: packet).map(Request.configurePreferences)
        default: nil
        }
      },
      // 30 years, 170 cm, 70 kg, 120 over 80.
      redacted: { packet, _ in
        packet[1] == 1 ? Packet(command, [1, 0, 0, 2, 30, 170, 70, 120, 80, 0]) : Acknowledged.redacted(packet)
      })

    static let readRequest = Packet(command, [1])
    var writeRequest: Packet { Packet(Self.command, payload(action: 2)) }

    /// The fields that Halo sets.
    public var profile: WearerProfile
    /// Systolic and diastolic blood pressure in mmHg, as stored on the ring. Halo does not use them.
    var bloodPressure: [UInt8] = [0, 0]
    /// Heart rate for a warning, in beats per minute; 0 for none.
    var heartRateWarning: UInt8 = 0

    /// Invented preferences, for redaction.
    static let usual = Preferences(
      WearerProfile(
        clockHours: 24, units: .metric, gender: .other, age: 30, heightCentimeters: 170, weightKilograms: 70))

    /// Creates preferences with a profile, and the defaults of a new ring for the other fields.
    public init(_ profile: WearerProfile) { self.profile = profile }

    /// Decodes the answer to a read request; `nil` if it contains other data.
    init?(answer packet: Packet) {
      guard packet.command == Self.command, packet[1] == 1 else { return nil }
      self.init(fields: packet)
    }

    /// Decodes the fields of a write request or an answer; `nil` if they are other data.
    private init?(fields packet: Packet) {
      guard let gender = WearerProfile.Gender(code: packet[4]),
        packet[2] < 2, packet[3] < 2, packet[5] > 0, packet[6] > 0, packet[7] > 0
      else { return nil }
      profile = WearerProfile(
        clockHours: packet[2] == 0 ? 24 : 12, units: packet[3] == 0 ? .metric : .imperial, gender: gender,
        age: Int(packet[5]), heightCentimeters: Int(packet[6]), weightKilograms: Int(packet[7]))
      bloodPressure = [packet[8], packet[9]]
      heartRateWarning = packet[10]
    }

    /// Writes the fields of the write request.
    func writeRequest<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("age", profile.age)
      fields.field("clockHours", profile.clockHours)
      fields.field("gender", profile.gender.rawValue)
      fields.field("heightCentimeters", profile.heightCentimeters)
      fields.field("of", "preferences")
      fields.field("type", "configure")
      fields.field("units", profile.units.rawValue)
      fields.field("weightKilograms", profile.weightKilograms)
    }

    /// Encodes bytes 1–10, of a write request (2) or of the answer to a read request (1).
    func payload(action: UInt8) -> [UInt8] {
      [
        action, profile.clockHours == 12 ? 1 : 0, profile.units == .imperial ? 1 : 0, profile.gender.code,
        UInt8(clamping: profile.age), UInt8(clamping: profile.heightCentimeters),
        UInt8(clamping: profile.weightKilograms),
      ] + bloodPressure + [heartRateWarning]
    }
  }
}

extension WearerProfile.Gender {
  fileprivate var code: UInt8 {
    switch self {
    case .male: 0
    case .female: 1
    case .other: 2
    }
  }

  fileprivate init?(code: UInt8) {
    guard let gender = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = gender
  }
}
