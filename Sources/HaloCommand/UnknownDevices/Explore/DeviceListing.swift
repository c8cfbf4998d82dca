/// A device's services, characteristics and descriptors, as printed by `halo explore`.
struct DeviceListing: Sendable {
  /// A value, or the reason why it could not be read.
  private enum Content: Sendable {
    case value(ExploredValue)
    case problem(Phrase)

    var words: String {
      switch self {
      case .value(let value): value.words
      case .problem(let phrase): Phrase("not read: \(phrase)").text
      }
    }

    var fields: JSONFields {
      switch self {
      case .value(let value): value.fields
      case .problem(let words): ["problem": words]
      }
    }
  }

  private let advertisement: Advertisement
  private let services: [Service]
  private var values: [Characteristic: Content] = [:]
  /// The contents of the descriptors, in their order.
  private var descriptors: [Characteristic: [Content]] = [:]

  /// Creates a listing without values.
  init(_ advertisement: Advertisement, _ services: [Service]) {
    self.advertisement = advertisement
    self.services = services
  }

  /// Creates a listing with the values of all readable attributes. If an attribute cannot be read, the listing has the
  /// reason. Also returns the error of a lost link or a refused bond.
  static func read(
    _ advertisement: Advertisement, _ services: [Service], over connection: any Connection
  ) async throws -> (listing: DeviceListing, loss: BluetoothError?) {
    var listing = DeviceListing(advertisement, services)
    var loss = BluetoothError?.none
    for characteristic in services.flatMap(\.characteristics) {
      if characteristic.properties.contains(.read) {
        listing.values[characteristic] = try await content(&loss) {
          ExploredValue(try await connection.read(characteristic).bytes, of: characteristic.uuid)
        }
      }
      for uuid in characteristic.descriptors {
        listing.descriptors[characteristic, default: []].append(
          try await content(&loss) {
            ExploredValue(try await connection.read(descriptor: uuid, of: characteristic), of: uuid)
          })
      }
    }
    return (listing, loss)
  }

  /// True if a characteristic could be read.
  var hasValues: Bool { values.values.contains { if case .value = $0 { true } else { false } } }

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

  var fields: JSONFields {
    [
      "device": advertisement.device.text, "name": advertisement.name, "rssi": advertisement.rssi,
      "services": services.map { service -> JSONFields in
        [
          "uuid": "\(service.uuid)", "handle": service.handle, "name": AttributeNames.name(service.uuid),
          "characteristics": service.characteristics.map(fields),
        ]
      },
    ]
  }

  private func fields(of characteristic: Characteristic) -> JSONFields {
    let descriptors = attributes(of: characteristic).map { uuid, handle, content in
      JSONFields(
        content?.fields,
        adding: ["uuid": "\(uuid)", "handle": handle, "name": AttributeNames.name(uuid)])
    }
    return JSONFields(
      values[characteristic]?.fields,
      adding: [
        "uuid": "\(characteristic.uuid)", "handle": characteristic.instance,
        "name": AttributeNames.name(characteristic), "properties": characteristic.properties.names,
        "descriptors": descriptors,
      ])
  }

  /// The descriptors of a characteristic, with their handles and contents if known.
  private func attributes(
    of characteristic: Characteristic
  ) -> [(uuid: BluetoothUUID, handle: Int?, content: Content?)] {
    let handles = characteristic.descriptorHandles
    let contents = descriptors[characteristic] ?? []
    return characteristic.descriptors.enumerated().map { index, uuid in
      (uuid, handles.dropFirst(index).first, contents.dropFirst(index).first)
    }
  }

  /// Returns the listing as text: services, with a line per characteristic, and its value and descriptors below.
  func text(on terminal: Terminal) -> String {
    var lines: [String] = []
    for service in services {
      lines.append(
        terminal.paint(Self.label(service.uuid, AttributeNames.name(service.uuid), service.handle), .bold))
      for characteristic in service.characteristics {
        let label = Self.label(
          characteristic.uuid, AttributeNames.name(characteristic), characteristic.instance)
        let properties = characteristic.properties.names.joined(separator: ", ")
        lines.append("  \(label)  " + terminal.paint(properties, .cyan))
        if let value = values[characteristic] { lines.append("      \(VisibleText.printable(value.words))") }
        for (uuid, handle, content) in attributes(of: characteristic) {
          let label = terminal.paint(Self.label(uuid, AttributeNames.name(uuid), handle), .faint)
          lines.append("      " + label + (content.map { "  \(VisibleText.printable($0.words))" } ?? ""))
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func label(_ uuid: BluetoothUUID, _ name: String?, _ handle: Int?) -> String {
    [handle.map { "#\($0)" }, name, name == nil ? "\(uuid)" : "(\(uuid))"].compactMap { $0 }.joined(separator: " ")
  }
}
