/// A request or reply as a line on the daemon's socket: one JSON object with the protocol version beside the content.
package struct DaemonMessage<Content: Codable & Sendable>: Codable, Sendable {
  /// The sender's protocol version.
  package let version: Int
  package let content: Content

  /// Creates a message with this program's protocol version.
  package init(_ content: Content) {
    version = DaemonProtocol.current.version
    self.content = content
  }

  package init(from decoder: any Decoder) throws {
    version = try DaemonMessageVersion(from: decoder).version
    content = try Content(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DaemonMessageVersion.CodingKeys.self)
    try container.encode(version, forKey: .version)
    try content.encode(to: encoder)
  }
}

/// The version of a message alone, which can be read even if its content cannot.
package struct DaemonMessageVersion: Decodable, Sendable {
  package let version: Int

  fileprivate enum CodingKeys: String, CodingKey {
    case version = "protocol"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decodeIfPresent(Int.self, forKey: .version) ?? DaemonProtocol.unversioned
  }
}
