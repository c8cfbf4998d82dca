#if BlueZ && os(Linux)
  /// The D-Bus objects of a served device: its services, characteristics and descriptors, and its advertisement.
  struct ServedObjects: Sendable {
    /// The attribute at a path.
    enum Attribute: Sendable {
      case characteristic(Characteristic)
      case descriptor(BluetoothUUID, of: Characteristic)
    }

    /// The path above all objects.
    static let root = "/halo"
    /// The path above the services.
    static let application = "/halo/application"
    static let advertisement = "/halo/advertisement"

    private var properties: [String: [String: [String: BusValue]]] = [:]
    private(set) var attributes: [String: Attribute] = [:]
    private(set) var paths: [Characteristic: String] = [:]

    init(_ device: ServedDevice) {
      for (number, service) in device.services.enumerated() {
        let servicePath = "\(Self.application)/service\(Self.digits(number))"
        properties[servicePath] = [
          Interface.service: ["UUID": .string("\(service.uuid)"), "Primary": .bool(true)]
        ]
        for (number, characteristic) in service.characteristics.enumerated() {
          add(characteristic, at: "\(servicePath)/char\(Self.digits(number))", of: servicePath)
        }
      }
      var advertisement: [String: BusValue] = [
        // Scanners list only devices that are discoverable; bluetoothd does too.
        "Type": .string("peripheral"), "LocalName": .string(device.name), "Discoverable": .bool(true),
      ]
      if !device.advertisedServices.isEmpty {
        advertisement["ServiceUUIDs"] = .array(device.advertisedServices.map { .string("\($0)") })
      }
      if !device.manufacturerData.isEmpty {
        advertisement["ManufacturerData"] = .numbered(device.manufacturerData.mapValues(BusValue.bytes))
      }
      properties[Self.advertisement] = [Interface.advertisement: advertisement]
    }

    private mutating func add(_ characteristic: Characteristic, at path: String, of service: String) {
      properties[path] = [
        Interface.characteristic: [
          "UUID": .string("\(characteristic.uuid)"), "Service": .path(service),
          "Flags": .array(characteristic.properties.names.map { .string($0) }),
        ]
      ]
      attributes[path] = .characteristic(characteristic)
      paths[characteristic] = path
      for (number, uuid) in characteristic.descriptors.enumerated() where uuid != .clientConfiguration {
        let descriptor = "\(path)/desc\(Self.digits(number))"
        properties[descriptor] = [
          Interface.descriptor: [
            "UUID": .string("\(uuid)"), "Characteristic": .path(path), "Flags": .array([.string("read")]),
          ]
        ]
        attributes[descriptor] = .descriptor(uuid, of: characteristic)
      }
    }

    /// Returns the objects at a path and below it, for an object manager's reply.
    func objects(below path: String) -> [String: [String: [String: BusValue]]] {
      properties.filter { $0.key == path || $0.key.hasPrefix(path + "/") }
    }

    /// Returns the properties of an object's interface.
    func properties(of path: String, _ interface: String) -> [String: BusValue]? { properties[path]?[interface] }

    /// Returns four hexadecimal digits. The width is fixed because bluetoothd orders the attributes by path.
    private static func digits(_ number: Int) -> String { String(hexadecimal: number, width: 4) }
  }
#endif
