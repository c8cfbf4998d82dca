/// Why a home cannot be told anything.
public enum HomeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// This program was built without MQTT.
  case withoutMQTT
  /// The folder for what must be remembered cannot be used.
  case folder(path: String, reason: String)

  public var description: String {
    switch self {
    case .withoutMQTT:
      """
      The settings name an MQTT broker, but this halo was built without MQTT. Build it with 'swift build --traits BlueZ,MQTT' (wants \
      libmosquitto-dev), or take 'mqtt' out of the settings.
      """
    case .folder(let path, let reason):
      "\(path) cannot be written (\(reason)), and what was told already must be remembered there. Make it writable."
    }
  }
}
