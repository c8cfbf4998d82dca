/// A broker, and the values that are published to it.
public struct MQTTSettings: Codable, Sendable, Hashable {
  /// A value of a device that can be published.
  public enum Value: String, Codable, Sendable, CaseIterable {
    /// The battery level.
    case battery
    /// Steps today.
    case steps
    /// The newest heart rate.
    case heartRate
    /// The newest value of each other metric that the device measures, such as SpO₂, weight, or a metric of its driver.
    case measurements
    /// The latest night.
    case night
    /// True if the device is in range, and when it was last seen.
    case presence
    /// The time of the last sync, and the current problem.
    case sync
  }

  /// TLS encryption. The broker's certificate and host name are always verified.
  public struct TLS: Codable, Sendable, Hashable {
    /// The file of CA certificates (PEM) for verifying the broker's certificate; `nil` for the system's.
    public var caFile: String?
    /// The file of Halo's client certificate (PEM); requires `key`.
    public var certificate: String?
    /// The file of the client certificate's key (PEM, without a password).
    public var key: String?

    /// Creates TLS settings.
    public init(caFile: String? = nil, certificate: String? = nil, key: String? = nil) {
      self.caFile = caFile
      self.certificate = certificate
      self.key = key
    }
  }

  /// The broker's host name or address.
  public var host: String
  /// The broker's port.
  public var port: Int
  /// The user name for the broker.
  public var username: String?
  /// The password for the broker.
  public var password: String?
  /// A file whose first line is the password; read at each connection attempt.
  public var passwordFile: String?
  /// The TLS settings; `nil` for an unencrypted connection.
  public var tls: TLS?
  /// The prefix of all of Halo's topics.
  public var topicPrefix: String
  /// The prefix of Home Assistant's discovery topics.
  public var discoveryPrefix: String
  /// The MQTT client ID; `nil` for `halo-` and the machine's name.
  public var clientID: String?
  /// The keep-alive interval in seconds.
  public var keepAlive: Int
  /// The values that are published.
  public var send: Set<Value>

  /// Creates the settings of a broker.
  public init(
    host: String, port: Int? = nil, username: String? = nil, password: String? = nil, passwordFile: String? = nil,
    tls: TLS? = nil, topicPrefix: String = "halo", discoveryPrefix: String = "homeassistant", clientID: String? = nil,
    keepAlive: Int = 60, send: Set<Value> = Set(Value.allCases)
  ) {
    self.host = host
    self.port = port ?? (tls == nil ? 1883 : 8883)
    self.username = username
    self.password = password
    self.passwordFile = passwordFile
    self.tls = tls
    self.topicPrefix = topicPrefix
    self.discoveryPrefix = discoveryPrefix
    self.clientID = clientID
    self.keepAlive = keepAlive
    self.send = send
  }

  /// Decodes the settings strictly; see ``HomeSettings``.
  public init(from decoder: any Decoder) throws {
    let settings = try SettingsReader(
      decoder,
      allowed: [
        "host", "port", "username", "password", "passwordFile", "tls", "topicPrefix", "discoveryPrefix", "clientID",
        "keepAlive", "send",
      ])
    guard let host = try settings.text("host", Phrase("the name or address of a broker")) else {
      throw settings.error("host", Phrase("expected the name or address of a broker."))
    }
    var tls: TLS?
    if let isOn = try? settings.value("tls", as: Bool.self, Phrase("true or false")) {
      tls = isOn ? TLS() : nil
    } else {
      tls = try settings.value("tls", Phrase("true, false, or caFile, certificate and key"))
    }
    self.init(
      host: host, port: try settings.number("port", 1...65_535), username: try settings.text("username"),
      password: try settings.text("password"),
      passwordFile: try settings.text("passwordFile", Phrase("the path of a file")),
      tls: tls, topicPrefix: try Self.topic("topicPrefix", settings) ?? "halo",
      discoveryPrefix: try Self.topic("discoveryPrefix", settings) ?? "homeassistant",
      clientID: try settings.text("clientID"), keepAlive: try settings.number("keepAlive", 10...3600) ?? 60)
    if let names = try settings.value("send", as: [String].self, Phrase("a list of \(Self.names)")) {
      send = try Set(
        names.map { name in
          guard let value = Value(rawValue: name) else {
            throw settings.error("send", Phrase("'\(name)' is not one of \(Self.names)."))
          }
          return value
        })
    }
    if password != nil, passwordFile != nil {
      throw settings.error("passwordFile", Phrase("set password or passwordFile, not both."))
    }
    if username == nil, password != nil || passwordFile != nil {
      throw settings.error("username", Phrase("a password needs a username."))
    }
  }

  private static let names = Value.allCases.map(\.rawValue).joined(separator: ", ")

  private static func topic(_ name: String, _ settings: SettingsReader) throws -> String? {
    let expected = Phrase("a topic without + or #, and without a leading or trailing /")
    let topic = try settings.text(name, expected)
    if let topic,
      topic.contains(where: { "+#\0".contains($0) }) || topic.hasPrefix("/") || topic.hasSuffix("/")
        || topic.hasPrefix("$")
    {
      throw settings.error(name, Phrase("expected \(expected), found '\(topic)'."))
    }
    return topic
  }
}

extension MQTTSettings.TLS {
  /// Decodes the settings strictly.
  public init(from decoder: any Decoder) throws {
    let settings = try SettingsReader(decoder, allowed: ["caFile", "certificate", "key"])
    self.init(
      caFile: try settings.text("caFile", Phrase("the path of a file")),
      certificate: try settings.text("certificate", Phrase("the path of a file")),
      key: try settings.text("key", Phrase("the path of a file")))
    if (certificate == nil) != (key == nil) {
      throw settings.error(
        certificate == nil ? "certificate" : "key", Phrase("certificate and key must be set together."))
    }
  }
}
