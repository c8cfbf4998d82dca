import HaloWearables

/// A device without its name, number and address: what all devices of its model have in common.
struct AnonymousModel: Codable, Equatable {
  let family: String
  /// The name that it advertises, as far as all devices of the model share it: `COLMI R12`. `nil` if that is not known.
  let model: String?
  /// The hardware revision that it returns.
  let hardware: String?
  /// The firmware revision that it returns.
  let firmware: String?

  init(family: String, advertisedName: String?, hardware: String?, firmware: String?) {
    self.family = family
    model = advertisedName.flatMap { HaloProgram.registry.conversation(family)?.redactedName($0) }.map { name in
      // A redacted name ends in zeros in place of the number of the device.
      String(name.prefix { $0 != "_" })
    }
    self.hardware = hardware
    self.firmware = firmware
  }

  private enum CodingKeys: String, CodingKey { case family, model, hardware, firmware }

  /// Writes `null` for what is not known.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(family, forKey: .family)
    try container.encode(model, forKey: .model)
    try container.encode(hardware, forKey: .hardware)
    try container.encode(firmware, forKey: .firmware)
  }
}
