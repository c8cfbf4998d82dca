import HaloReports

/// A device's services, characteristics and descriptors, as printed by `halo explore`.
struct DeviceListing: Encodable, Sendable {
  struct ServiceEntry: Encodable, Sendable {
    let uuid: String
    let handle: Int?
    let name: String?
    var characteristics: [AttributeEntry]
  }

  /// A characteristic, or a descriptor, which has no properties and descriptors.
  struct AttributeEntry: Encodable, Sendable {
    let uuid: String
    let handle: Int?
    let name: String?
    var properties: [String]?
    var descriptors: [AttributeEntry]?
    var content: Content?
  }

  /// A value, or the reason why it could not be read.
  enum Content: Sendable {
    case value(ExploredValue)
    case problem(Phrase)

    var words: String {
      switch self {
      case .value(let value): value.words
      case .problem(let phrase): Phrase("not read: \(phrase)").text
      }
    }
  }

  let device: String
  let name: String?
  let rssi: Int?
  private(set) var services: [ServiceEntry]

  /// Creates a listing without values.
  init(_ advertisement: Advertisement, _ services: [Service]) {
    device = advertisement.device.text
    name = advertisement.name
    rssi = advertisement.rssi
    self.services = services.map { service in
      ServiceEntry(
        uuid: "\(service.uuid)", handle: service.handle, name: AttributeNames.name(service.uuid),
        characteristics: service.characteristics.map { characteristic in
          AttributeEntry(
            uuid: "\(characteristic.uuid)", handle: characteristic.instance,
            name: AttributeNames.name(characteristic), properties: characteristic.properties.names,
            descriptors: characteristic.descriptors.enumerated().map { index, uuid in
              let handles = characteristic.descriptorHandles
              return AttributeEntry(
                uuid: "\(uuid)", handle: handles.indices.contains(index) ? handles[index] : nil,
                name: AttributeNames.name(uuid))
            })
        })
    }
  }

  /// Creates a listing with the values of all readable attributes. If an attribute cannot be read, the listing has the
  /// reason. Also returns the error of a lost link or a refused bond.
  static func read(
    _ advertisement: Advertisement, _ services: [Service], over connection: any Connection
  ) async throws -> (listing: DeviceListing, loss: BluetoothError?) {
    var (listing, loss) = (DeviceListing(advertisement, services), BluetoothError?.none)
    for (s, service) in services.enumerated() {
      for (c, characteristic) in service.characteristics.enumerated() {
        if characteristic.properties.contains(.read) {
          listing.services[s].characteristics[c].content = try await content(&loss) {
            ExploredValue(try await connection.read(characteristic).bytes, of: characteristic.uuid)
          }
        }
        for (d, uuid) in characteristic.descriptors.enumerated() {
          listing.services[s].characteristics[c].descriptors?[d].content = try await content(&loss) {
            ExploredValue(try await connection.read(descriptor: uuid, of: characteristic), of: uuid)
          }
        }
      }
    }
    return (listing, loss)
  }

  /// True if a characteristic could be read.
  var hasValues: Bool {
    services.contains { service in
      service.characteristics.contains { if case .value = $0.content { true } else { false } }
    }
  }

  private static func content(
    _ loss: inout BluetoothError?, _ read: () async throws -> ExploredValue
  ) async throws -> Content {
    do { return .value(try await read()) } catch let error as BluetoothError {
      switch error.reason {
      case .attribute(let code):
        let number = "\(code)"
        return .problem(
          BluetoothError.name(ofAttributeError: code).map { Phrase("\($0) (error \(number))") }
            ?? Phrase("error \(number)"))
      case .timedOut: return .problem(Phrase("no answer"))
      case .refused(let words): return .problem("\(words)")
      case .disconnected, .bondRefused:
        loss = loss ?? error
        return .problem(error.what)
      default: throw error
      }
    }
  }

  /// Returns the listing as text: services, with a line per characteristic, and its value and descriptors below.
  func text(on terminal: Terminal) -> String {
    var lines: [String] = []
    for service in services {
      lines.append(terminal.paint(Self.label(service.uuid, service.name, service.handle), .bold))
      for characteristic in service.characteristics {
        let label = Self.label(characteristic.uuid, characteristic.name, characteristic.handle)
        lines.append("  \(label)  " + terminal.paint((characteristic.properties ?? []).joined(separator: ", "), .cyan))
        if let content = characteristic.content { lines.append("      \(TextFormat.printable(content.words))") }
        for descriptor in characteristic.descriptors ?? [] {
          let label = Self.label(descriptor.uuid, descriptor.name, descriptor.handle)
          let content = descriptor.content.map { "  \(TextFormat.printable($0.words))" } ?? ""
          lines.append("      " + terminal.paint(label, .faint) + content)
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func label(_ uuid: String, _ name: String?, _ handle: Int?) -> String {
    [handle.map { "#\($0)" }, name, name == nil ? uuid : "(\(uuid))"].compactMap { $0 }.joined(separator: " ")
  }
}

extension DeviceListing.AttributeEntry {
  private enum CodingKeys: CodingKey {
    case uuid, handle, name, properties, descriptors
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(uuid, forKey: .uuid)
    try fields.encodeIfPresent(handle, forKey: .handle)
    try fields.encodeIfPresent(name, forKey: .name)
    try fields.encodeIfPresent(properties, forKey: .properties)
    try fields.encodeIfPresent(descriptors, forKey: .descriptors)
    try content?.encode(to: encoder)
  }
}

extension DeviceListing.Content: Encodable {
  private enum CodingKeys: CodingKey {
    case problem
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .problem(let words):
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(words, forKey: .problem)
    }
  }
}
