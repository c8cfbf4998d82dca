#if BlueZ && os(Linux)
  /// Creates services and characteristics from BlueZ objects.
  enum BlueZAttributes {
    /// Returns the attributes of a device in the order of handles.
    static func read(
      _ tree: isolated BlueZTree, below device: String
    ) -> (services: [Service], paths: [Characteristic: String]) {
      var paths: [Characteristic: String] = [:]
      let services = tree.paths(with: Interface.service, below: device + "/").compactMap { path -> Service? in
        guard let service = uuid(tree.properties(path, Interface.service)) else { return nil }
        let characteristics = tree.paths(with: Interface.characteristic, below: path + "/").compactMap {
          path -> Characteristic? in
          guard let properties = tree.properties(path, Interface.characteristic), let uuid = uuid(properties) else {
            return nil
          }
          let descriptors = tree.paths(with: Interface.descriptor, below: path + "/").compactMap { path in
            self.uuid(tree.properties(path, Interface.descriptor)).map { (uuid: $0, handle: handle(path) ?? 0) }
          }
          let characteristic = Characteristic(
            uuid: uuid, service: service, instance: handle(path) ?? 0, properties: flags(properties),
            descriptors: descriptors.map(\.uuid), descriptorHandles: descriptors.map(\.handle))
          paths[characteristic] = path
          return characteristic
        }
        return Service(uuid: service, characteristics: characteristics, handle: handle(path))
      }
      return (services, paths)
    }

    /// Returns true if the device is connected and a program receives notifications from it. bluetoothd does not report
    /// which program, and keeps a link without notifications after its program has ended.
    static func isInUse(_ tree: isolated BlueZTree, below device: String) -> Bool {
      guard tree.properties(device, Interface.device)?["Connected"]?.bool == true else { return false }
      return tree.paths(with: Interface.characteristic, below: device + "/").contains { path in
        let properties = tree.properties(path, Interface.characteristic)
        return properties?["Notifying"]?.bool == true || properties?["NotifyAcquired"]?.bool == true
      }
    }

    private static func uuid(_ properties: [String: BusValue]?) -> BluetoothUUID? {
      properties?["UUID"]?.text.flatMap { BluetoothUUID($0) }
    }

    /// Returns the handle at the end of a path: `…/service000a/char000b`.
    private static func handle(_ path: String) -> Int? { Int(path.suffix(4), radix: 16) }

    private static func flags(_ properties: [String: BusValue]) -> Characteristic.Properties {
      (properties["Flags"]?.texts ?? []).reduce(into: []) { flags, name in
        // Flags that require encryption, such as `encrypt-read`, map to the same property.
        for (bit, known) in Characteristic.Properties.allNames.enumerated()
        where name == known
          || name.hasSuffix("-\(known)") && name != "write-without-response" && name != "reliable-write"
        {
          flags.insert(Characteristic.Properties(rawValue: 1 << bit))
        }
      }
    }
  }
#endif
