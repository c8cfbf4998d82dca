import HaloWearables

/// A device model, without the name, serial number and address of the device.
struct AnonymousModel: Codable, Equatable {
  let family: String
  /// The part of the advertised name that all devices of the model share: `COLMI R12`. `nil` if unknown.
  let model: String?
  /// The hardware revision.
  let hardware: String?
  /// The firmware revision.
  let firmware: String?

  init(family: String, advertisedName: String?, hardware: String?, firmware: String?) {
    self.family = family
    model = advertisedName.flatMap { HaloProgram.registry.conversation(family)?.redactedName($0) }.map { name in
      // In a redacted name, zeros replace the device's number after the underscore.
      String(name.prefix { $0 != "_" })
    }
    self.hardware = hardware
    self.firmware = firmware
  }

  private enum CodingKeys: String, CodingKey { case family, model, hardware, firmware }

  /// Encodes unknown values as `null`.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(family, forKey: .family)
    try container.encode(model, forKey: .model)
    try container.encode(hardware, forKey: .hardware)
    try container.encode(firmware, forKey: .firmware)
  }
}
