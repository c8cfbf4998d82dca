/// The topics of one Halo.
struct Topics: Sendable {
  let prefix: String
  let discoveryPrefix: String

  init(_ settings: MQTTSettings) {
    prefix = settings.topicPrefix
    discoveryPrefix = settings.discoveryPrefix
  }

  /// Whether Halo runs: `online` or `offline`, which is also its last will.
  var status: String { "\(prefix)/status" }
  /// Where Home Assistant says `online` when it has started.
  var birth: String { "\(discoveryPrefix)/status" }

  /// What a device has to tell, as JSON.
  func state(_ device: String) -> String { "\(prefix)/\(Self.slug(device))/state" }
  /// Whether there is anything of a device yet.
  func availability(_ device: String) -> String { "\(prefix)/\(Self.slug(device))/availability" }
  /// What Home Assistant makes of a device. Its id part may only have letters, digits, `_` and `-`.
  func discovery(_ device: String) -> String { "\(discoveryPrefix)/device/\(Self.id(device))/config" }

  /// What a device is called in Home Assistant's ids; never changes for a device.
  static func id(_ device: String) -> String { "halo_\(slug(device))" }

  private static func slug(_ device: String) -> String {
    String(device.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
