import HaloBluetooth

/// A kind of device that no driver is for, and how it is told.
struct KnownKind: Sendable {
  /// What Halo can do with it.
  let verdict: Identification.Verdict
  /// What it is, in a few words.
  let words: String
  /// A service that only it has, or advertises.
  var service: BluetoothUUID?
  /// The identifier of a company whose data it advertises.
  var company: UInt16?
  /// Whether a name is usual for it.
  var name: (@Sendable (String) -> Bool)?

  /// The first kind that a device can be, and what that was told from.
  static func first(
    _ advertisement: Advertisement, services: [BluetoothUUID]
  ) -> (kind: KnownKind, isCertain: Bool, evidence: String)? {
    for kind in all {
      if let service = kind.service, services.contains(service) {
        return (kind, true, "It has the service \(service)\(service.assignedName.map { " (\($0))" } ?? "").")
      }
      if let company = kind.company, advertisement.manufacturerData[company] != nil {
        return (kind, false, "It advertises data of the company \(BluetoothUUID(company)).")
      }
      if let isUsual = kind.name, let name = advertisement.name, isUsual(name) {
        return (kind, false, "Its name is written as theirs are; the vendor's app that it came with tells more.")
      }
    }
    return nil
  }

  /// The surest first: a ring's shell says less than its services, and a company's data less than both.
  private static let all: [KnownKind] = [
    // Other protocols in the shells of COLMI rings (docs/colmi-ring.md), and of watches from the same shops.
    KnownKind(
      verdict: .lookalike, words: "a ring or watch with the SmartHealth protocol (YCBT)",
      service: BluetoothUUID(high: 0xBE94_0000_7333_BE46, low: 0xB7AE_689E_7172_2BD5)),
    KnownKind(verdict: .lookalike, words: "a ring with the Da Rings protocol (Moyoung)", service: 0xFDDA),
    KnownKind(verdict: .lookalike, words: "a ring with the jring protocol", service: 0x56FF),
    KnownKind(verdict: .lookalike, words: "a watch with the Da Fit protocol (Moyoung)", service: 0xFEEA),
    KnownKind(
      verdict: .lookalike, words: "probably a ring with the SmartHealth protocol (YCBT)", name: isSmartHealthName),

    // What the Bluetooth SIG defined for everybody.
    KnownKind(verdict: .standard, words: "a pulse oximeter", service: 0x1822),
    KnownKind(verdict: .standard, words: "a blood pressure monitor", service: 0x1810),
    KnownKind(verdict: .standard, words: "a thermometer", service: 0x1809),
    KnownKind(verdict: .standard, words: "a scale", service: 0x181D),
    KnownKind(verdict: .standard, words: "a scale that estimates the body's composition", service: 0x181B),
    KnownKind(verdict: .standard, words: "a glucose meter", service: 0x1808),
    KnownKind(verdict: .standard, words: "a continuous glucose sensor", service: 0x181F),
    KnownKind(verdict: .standard, words: "a runner's sensor", service: 0x1814),
    KnownKind(verdict: .standard, words: "a bicycle's speed or cadence sensor", service: 0x1816),
    KnownKind(verdict: .standard, words: "a bicycle's power meter", service: 0x1818),
    KnownKind(verdict: .standard, words: "a sensor of its surroundings", service: 0x181A),

    KnownKind(verdict: .other, words: "a keyboard, mouse or remote control", service: 0x1812),
    KnownKind(verdict: .other, words: "a headset, hearing aid or loudspeaker", service: 0x184E),
    KnownKind(verdict: .other, words: "a headset, hearing aid or loudspeaker", service: 0x1850),
    KnownKind(verdict: .other, words: "something that pairs with Android phones, such as a headset", service: 0xFE2C),
    KnownKind(verdict: .other, words: "a phone that warned of infections", service: 0xFD6F),
    KnownKind(verdict: .other, words: "a beacon (Eddystone)", service: 0xFEAA),
    KnownKind(verdict: .other, words: "a tag for lost things (Tile)", service: 0xFEED),
    KnownKind(verdict: .other, words: "a tag for lost things (SmartTag)", service: 0xFD5A),
    KnownKind(verdict: .other, words: "a device of Xiaomi's own protocol", service: 0xFE95),
    KnownKind(verdict: .other, words: "a phone, computer, headset, tag or beacon of Apple's kind", company: 0x004C),
    KnownKind(verdict: .other, words: "a computer or accessory of Microsoft's kind", company: 0x0006),
    KnownKind(verdict: .other, words: "a phone, television or accessory of Samsung's", company: 0x0075),
  ]

  /// A model and the end of the address, with a space between them: "R99 54DC".
  @Sendable private static func isSmartHealthName(_ name: String) -> Bool {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first == "R", parts[0].count == 3, parts[1].count == 4 else { return false }
    return parts[0].dropFirst().allSatisfy(\.isNumber) && parts[1].allSatisfy(\.isHexDigit)
  }
}
