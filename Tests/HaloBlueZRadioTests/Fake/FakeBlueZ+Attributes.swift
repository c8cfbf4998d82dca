#if BlueZ && os(Linux)
  import Glibc
  import HaloBluetooth
  import HaloRadioConformance
  import HaloSimulatedRadio

  @testable import HaloBlueZRadio

  extension FakeBlueZ {
    /// Adds a device's services, characteristics and descriptors.
    func addAttributes(_ path: String, _ device: TrialDevice) {
      var handle = 1
      func next() -> String {
        defer { handle += 1 }
        let digits = String(handle, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
      }
      for service in device.profile.services {
        let servicePath = "\(path)/service\(next())"
        add(
          servicePath, Interface.service,
          ["UUID": .string("\(service.uuid)"), "Device": .path(path), "Primary": .bool(true)])
        for characteristic in service.characteristics {
          let place = "\(servicePath)/char\(next())"
          var properties: [String: BusValue] = [
            "UUID": .string("\(characteristic.uuid)"), "Service": .path(servicePath), "MTU": .uint16(517),
            "Flags": .array(flags(characteristic.properties)),
          ]
          let canTell = !characteristic.properties.isDisjoint(with: [.notify, .indicate])
          if canTell { properties["Notifying"] = .bool(false) }
          if canTell, hasSockets { properties["NotifyAcquired"] = .bool(false) }
          add(place, Interface.characteristic, properties)
          note(characteristic, of: device, at: place)
          for descriptor in characteristic.descriptors {
            add(
              "\(place)/desc\(next())", Interface.descriptor,
              ["UUID": .string("\(descriptor)"), "Characteristic": .path(place)])
          }
        }
      }
    }

    private func flags(_ properties: Characteristic.Properties) -> [BusValue] {
      let names: [(Characteristic.Properties, String)] = [
        (.read, "read"), (.write, "write"), (.writeWithoutResponse, "write-without-response"), (.notify, "notify"),
        (.indicate, "indicate"),
      ]
      return names.filter { properties.contains($0.0) }.map { .string($0.1) }
    }

    func removeAttributes(_ path: String) {
      for path in objects.keys.filter({ $0.hasPrefix(path + "/") }).sorted().reversed() { remove(path) }
    }

    // MARK: Calls

    func read(_ call: BusMessage, _ reply: BusReply) {
      if objects[call.path]?[Interface.descriptor]?["UUID"]?.text == "\(TrialDevice.ID.userDescription)" {
        return reply.send([.bytes([UInt8]("short".utf8))])
      }
      guard let (device, characteristic) = characteristic(at: call.path) else {
        return reply.fail(BusError(name: "org.bluez.Error.NotConnected", message: "Not Connected"))
      }
      let isPaired = objects[owner(of: call.path)]?[Interface.device]?["Paired"]?.bool == true
      if device.profile.encrypted.contains(characteristic.uuid), !isPaired {
        return reply.fail(BusError(name: "org.bluez.Error.NotPermitted", message: "Not paired"))
      }
      do {
        let value = try device.read(characteristic)
        reply.send([.bytes(value)])
        // For listeners by signals, a read value looks like a notification.
        if isNotifyingBySignals(call.path) { change(call.path, Interface.characteristic, ["Value": .bytes(value)]) }
      } catch {
        let digits = String(error.code, radix: 16)
        reply.fail(
          BusError(
            name: "org.bluez.Error.Failed",
            message: "Operation failed with ATT error: 0x\(digits.count < 2 ? "0" : "")\(digits) (fake)"))
      }
    }

    func write(_ call: BusMessage, _ reply: BusReply) {
      guard let (device, characteristic) = characteristic(at: call.path), let value = call.arguments.first?.bytes else {
        return reply.fail(BusError(name: "org.bluez.Error.NotConnected", message: "Not Connected"))
      }
      let actions = device.written(value, to: characteristic.uuid)
      reply.send()
      for action in actions {
        switch action {
        case .notify(let value, let outlet): notify(value, outlet, below: owner(of: call.path))
        case .drop: dropLink(owner(of: call.path))
        }
      }
    }

    /// Returns the path of the device that has an attribute.
    private func owner(of path: String) -> String { path.split(separator: "/").prefix(4).map { "/" + $0 }.joined() }

    /// Sends a value to all listeners.
    func notify(_ value: [UInt8], _ uuid: BluetoothUUID, below device: String) {
      for path in paths(of: uuid, below: device) {
        switch listener(at: path) {
        case .socket(let socket): _ = value.withUnsafeBytes { send(socket.rawValue, $0.baseAddress, $0.count, 0) }
        case .signals: change(path, Interface.characteristic, ["Value": .bytes(value)])
        case nil: break
        }
      }
    }

    func acquire(_ call: BusMessage, _ reply: BusReply) {
      guard hasSockets else { return reply.fail(BusError(name: "org.bluez.Error.NotSupported", message: "")) }
      // bluetoothd's error depends on the kind of the other listener (BlueZ `src/gatt-client.c`).
      switch listener(at: call.path) {
      case .socket: return reply.fail(BusError(name: "org.bluez.Error.NotPermitted", message: "Notify acquired"))
      case .signals: return reply.fail(BusError(name: "org.bluez.Error.InProgress", message: "In Progress"))
      case nil: break
      }
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        return reply.fail(BusError(name: "org.bluez.Error.Failed", message: "no socket"))
      }
      listen(at: call.path, client: call.sender, socket: BusDescriptor(ends[0]))
      reply.send([.descriptor(BusDescriptor(ends[1])), .uint16(517)])
    }
  }
#endif
