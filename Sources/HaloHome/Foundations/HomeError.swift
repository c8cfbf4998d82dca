/// Why nothing can be published to home automation.
public enum HomeError: Error, Sendable, Hashable, PhrasedError {
  /// The settings name a broker, but libmosquitto cannot be loaded.
  case mosquittoMissing(reason: String)
  /// The settings name a broker, but this system is not Linux.
  case mqttNeedsLinux
  /// The folder for stored state cannot be used.
  case folder(path: String, reason: String)

  /// The text for the user.
  public var phrase: Phrase {
    switch self {
    case .mosquittoMissing(let reason):
      Phrase(
        """
        The settings name an MQTT broker, but libmosquitto cannot be loaded (\(reason)). Install it ('sudo apt-get install \
        libmosquitto1'), or remove 'mqtt' from the settings.
        """)
    case .mqttNeedsLinux:
      Phrase(
        "The settings name an MQTT broker, but Halo publishes to brokers on Linux only. Remove 'mqtt' from the settings."
      )
    case .folder(let path, let reason):
      Phrase(
        "\(path) cannot be written (\(reason)). Halo records sent events there. Make the folder writable.")
    }
  }
}
