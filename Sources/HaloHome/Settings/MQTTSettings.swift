import HaloText

/// A broker, and what is sent to it.
public struct MQTTSettings: Codable, Sendable, Hashable {
  /// What of a device is sent.
  public enum Value: String, Codable, Sendable, CaseIterable {
    /// Charge of its cell.
    case battery
    /// Steps today.
    case steps
    /// The newest heart rate.
    case heartRate
    /// The last night.
    case night
    /// Whether it is near, and when it was last seen.
    case presence
    /// When it was last synced, and what is in the way.
    case sync
  }

  /// Encryption. The broker's certificate is always checked, its name too.
  public struct TLS: Codable, Sendable, Hashable {
    /// The file of certificates (PEM) that the broker's must be signed by; `nil` for those that the system trusts.
    public var caFile: String?
    /// The file of the certificate (PEM) that Halo shows; wants `key`.
    public var certificate: String?
    /// The file of that certificate's key (PEM, without a password).
    public var key: String?

    /// Encryption.
    public init(caFile: String? = nil, certificate: String? = nil, key: String? = nil) {
      self.caFile = caFile
      self.certificate = certificate
      self.key = key
    }

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

  /// The broker's name or address.
  public var host: String
  /// Its port.
  public var port: Int
  /// Whom to log in as.
  public var username: String?
  /// The password.
  public var password: String?
  /// A file whose first line is the password; read at each connection.
  public var passwordFile: String?
  /// Encryption; `nil` for none.
  public var tls: TLS?
  /// What all topics of Halo begin with.
  public var topicPrefix: String
  /// What Home Assistant's discovery topics begin with.
  public var discoveryPrefix: String
  /// The name that the broker knows this client by; `nil` for `halo-` and the machine's name.
  public var clientID: String?
  /// Seconds after which a silent connection is proved to be alive.
  public var keepAlive: Int
  /// What is sent.
  public var send: Set<Value>

  /// A broker.
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
            throw settings.error("send", Phrase("'\(name)' is none of \(Self.names)."))
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
    let wanted = Phrase("a topic without + and #, and without / at its ends")
    let topic = try settings.text(name, wanted)
    if let topic,
      topic.contains(where: { "+#\0".contains($0) }) || topic.hasPrefix("/") || topic.hasSuffix("/")
        || topic.hasPrefix("$")
    {
      throw settings.error(name, Phrase("expected \(wanted), found '\(topic)'."))
    }
    return topic
  }
}
