/// A device model, without the name, serial number and address of the device.
package struct AnonymousModel: Codable, Equatable {
  package let family: String
  /// The part of the advertised name that all devices of the model share: `COLMI R12`. `nil` if unknown.
  package let model: String?
  /// The hardware revision.
  package let hardware: String?
  /// The firmware revision.
  package let firmware: String?

  package init(
    _ registry: DriverRegistry, family: String, advertisedName: String?, hardware: String?, firmware: String?
  ) {
    self.family = family
    model = advertisedName.flatMap { registry.conversation(family)?.redactedName($0) }.map { name in
      // In a redacted name, zeros replace the device's number after the underscore.
      String(name.prefix { $0 != "_" })
    }
    self.hardware = hardware
    self.firmware = firmware
  }

  private enum CodingKeys: String, CodingKey { case family, model, hardware, firmware }

  /// Encodes unknown values as `null`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(family, forKey: .family)
    try container.encode(model, forKey: .model)
    try container.encode(hardware, forKey: .hardware)
    try container.encode(firmware, forKey: .firmware)
  }
}
