/// A kind of device without a driver, and the features that identify it.
struct KnownKind: Sendable {
  /// The support of the device by Halo.
  let verdict: Identification.Verdict
  /// The kind, in a few words.
  let words: Phrase
  /// A service that only this kind has or advertises.
  var service: BluetoothUUID?
  /// The company identifier in its manufacturer data.
  var company: UInt16?
  /// True if a name is typical of this kind.
  var name: (@Sendable (String) -> Bool)?

  /// The first kind that matches a device, with the evidence.
  static func first(
    _ advertisement: Advertisement, services: [BluetoothUUID]
  ) -> (kind: KnownKind, isCertain: Bool, evidence: Phrase)? {
    for kind in all {
      if let service = kind.service, services.contains(service) {
        let name = "\(service)" + (service.assignedName.map { " (\($0))" } ?? "")
        return (kind, true, Phrase("It has the service \(name)."))
      }
      if let company = kind.company, advertisement.manufacturerData[company] != nil {
        return (kind, false, Phrase("It advertises data of the company \(BluetoothUUID(company).description)."))
      }
      if let isUsual = kind.name, let name = advertisement.name, isUsual(name) {
        return (kind, false, Phrase("Its name has the format of theirs; the vendor's app shows more."))
      }
    }
    return nil
  }

  /// In order of certainty: a name proves less than services, and company data less than both.
  private static let all: [KnownKind] = [
    // Other protocols in the cases of COLMI rings (docs/colmi-ring.md), and of watches from the same shops.
    KnownKind(
      verdict: .lookalike, words: Phrase("a ring or watch with the SmartHealth protocol (YCBT)"),
      service: BluetoothUUID(high: 0xBE94_0000_7333_BE46, low: 0xB7AE_689E_7172_2BD5)),
    KnownKind(verdict: .lookalike, words: Phrase("a ring with the Da Rings protocol (Moyoung)"), service: 0xFDDA),
    KnownKind(verdict: .lookalike, words: Phrase("a ring with the jring protocol"), service: 0x56FF),
    KnownKind(verdict: .lookalike, words: Phrase("a watch with the Da Fit protocol (Moyoung)"), service: 0xFEEA),
    KnownKind(
      verdict: .lookalike, words: Phrase("probably a ring with the SmartHealth protocol (YCBT)"),
      name: isSmartHealthName),

    // Standard services of the Bluetooth SIG.
    KnownKind(verdict: .standard, words: Phrase("a scale"), service: 0x181D),
    KnownKind(verdict: .standard, words: Phrase("a body composition scale"), service: 0x181B),
    KnownKind(verdict: .standard, words: Phrase("a glucose meter"), service: 0x1808),
    KnownKind(verdict: .standard, words: Phrase("a continuous glucose sensor"), service: 0x181F),
    KnownKind(verdict: .standard, words: Phrase("a running sensor"), service: 0x1814),
    KnownKind(verdict: .standard, words: Phrase("a cycling speed or cadence sensor"), service: 0x1816),
    KnownKind(verdict: .standard, words: Phrase("a cycling power meter"), service: 0x1818),
    KnownKind(verdict: .standard, words: Phrase("an environmental sensor"), service: 0x181A),

    KnownKind(verdict: .other, words: Phrase("a keyboard, mouse or remote control"), service: 0x1812),
    KnownKind(verdict: .other, words: Phrase("a headset, hearing aid or loudspeaker"), service: 0x184E),
    KnownKind(verdict: .other, words: Phrase("a headset, hearing aid or loudspeaker"), service: 0x1850),
    KnownKind(verdict: .other, words: Phrase("an accessory for Android phones, such as a headset"), service: 0xFE2C),
    KnownKind(verdict: .other, words: Phrase("a phone with exposure notifications"), service: 0xFD6F),
    KnownKind(verdict: .other, words: Phrase("a beacon (Eddystone)"), service: 0xFEAA),
    KnownKind(verdict: .other, words: Phrase("an item tracker (Tile)"), service: 0xFEED),
    KnownKind(verdict: .other, words: Phrase("an item tracker (SmartTag)"), service: 0xFD5A),
    KnownKind(verdict: .other, words: Phrase("a device with Xiaomi's own protocol"), service: 0xFE95),
    KnownKind(verdict: .other, words: Phrase("an Apple phone, computer, headset, tag or beacon"), company: 0x004C),
    KnownKind(verdict: .other, words: Phrase("a Microsoft computer or accessory"), company: 0x0006),
    KnownKind(verdict: .other, words: Phrase("a Samsung phone, television or accessory"), company: 0x0075),
  ]

  /// A model and the end of the address, separated by a space: "R99 54DC".
  @Sendable private static func isSmartHealthName(_ name: String) -> Bool {
    let parts = name.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first == "R", parts[0].count == 3, parts[1].count == 4 else { return false }
    return parts[0].dropFirst().allSatisfy(\.isNumber) && parts[1].allSatisfy(\.isHexDigit)
  }
}
