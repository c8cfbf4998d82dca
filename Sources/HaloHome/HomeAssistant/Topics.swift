/// The MQTT topics of a Halo instance.
struct Topics: Sendable {
  let settings: MQTTSettings

  /// The topic for `online` or `offline`; also the topic of the last will.
  var status: String { "\(settings.topicPrefix)/status" }
  /// The topic on which Home Assistant publishes `online` after it has started.
  var birth: String { "\(settings.discoveryPrefix)/status" }

  /// The topic of a device's state, as JSON.
  func state(_ device: String) -> String { "\(settings.topicPrefix)/\(Self.slug(device))/state" }
  /// The topic of a device's availability: whether it has a state yet.
  func availability(_ device: String) -> String { "\(settings.topicPrefix)/\(Self.slug(device))/availability" }
  /// The topic of a device's discovery message. Its ID may only contain letters, digits, `_` and `-`.
  func discovery(_ device: String) -> String { "\(settings.discoveryPrefix)/device/\(Self.id(device))/config" }

  /// Returns a device's ID in Home Assistant, which never changes.
  static func id(_ device: String) -> String { "halo_\(slug(device))" }

  private static func slug(_ device: String) -> String {
    String(device.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
