#if BlueZ && os(Linux)
  /// A device that is served through bluetoothd. It runs on the executor of its bus connection, so that the calls and
  /// signals of bluetoothd are handled in order.
  actor BlueZSession: PeripheralSession {
    nonisolated let events: AsyncStream<PeripheralEvent>
    nonisolated var unownedExecutor: UnownedSerialExecutor { tree.bus.executor.asUnownedSerialExecutor() }

    private nonisolated let tree: BlueZTree
    private let adapter: String
    private let device: ServedDevice
    private let handler: any AttributeHandler
    private let objects: ServedObjects
    private let eventContinuation: AsyncStream<PeripheralEvent>.Continuation
    /// Reads and writes that are not answered yet.
    private var waiting: [(message: BusMessage, reply: BusReply)] = []
    private let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let (losses, loss) = AsyncStream<RadioState>.makeStream()
    /// The paths of characteristics with a subscriber.
    private var subscribed: Set<String> = []
    /// The paths of the connected centrals.
    private var centrals: Set<String> = []
    /// The value of each read that began at offset 0, by central and attribute. A value longer than a packet is read in
    /// several requests, which must return parts of the same value.
    private var values: [String: [String: [UInt8]]] = [:]
    private var slot: Int?
    private var listener: Int?
    /// The calls that undo the registrations, in order of registration.
    private var registered: [(interface: String, method: String, path: String)] = []

    init(_ tree: BlueZTree, _ adapter: String, _ device: ServedDevice, _ handler: any AttributeHandler) {
      self.tree = tree
      self.adapter = adapter
      self.device = device
      self.handler = handler
      objects = ServedObjects(device)
      (events, eventContinuation) = AsyncStream.makeStream()
    }

    private var bus: BusConnection { tree.bus }

    // MARK: Beginning and ending

    /// Registers the device on the bus, so that bluetoothd serves and advertises it.
    func begin() async throws {
      do {
        slot = try await bus.serve(ServedObjects.root) { [weak self] message, reply in
          self?.assumeIsolated { $0.take(message, reply) }
        }
        listener = await tree.listen { [weak self] change in self?.assumeIsolated { $0.note(change) } }
        try await register(.serve, Interface.serviceManager, "Application", ServedObjects.application)
        try await register(.advertise, Interface.advertisingManager, "Advertisement", ServedObjects.advertisement)
      } catch let error as BusError {
        throw BluetoothError(.serve, device: device.name, Self.reason(error))
      }
    }

    private func register(
      _ operation: BluetoothError.Operation, _ interface: String, _ what: String, _ path: String
    ) async throws {
      // Recorded before the call, because a canceled call may still be carried out.
      registered.append((interface, "Unregister" + what, path))
      do {
        _ = try await bus.call(
          BlueZTree.service, adapter, interface, "Register" + what, [.path(path), .dictionary([:])])
      } catch let error as BusError {
        throw BluetoothError(operation, device: device.name, Self.reason(error))
      }
    }

    private static func reason(_ error: BusError) -> BluetoothError.Reason {
      switch BluetoothError.Reason(error) {
      case .radio(let state): .radio(state)
      // The adapter lacks these interfaces or was removed.
      case .disconnected: .radio(.unsupported)
      default: .refused(error.message.isEmpty ? error.name : error.message)
      }
    }

    /// Unregisters everything and closes the bus connection.
    func end() async {
      eventContinuation.finish()
      loss.finish()
      wake.finish()
      subscribed.removeAll()
      for call in exchange(&waiting, with: []) { call.reply.fail(BusError(AttributeError(code: 0x0E))) }
      let taken = exchange(&registered, with: [])
      let slot = slot
      let listener = listener
      _ = try? await TaskScope.shielded { [tree, adapter] in
        for (interface, method, path) in taken.reversed() {
          _ = try? await tree.bus.call(
            BlueZTree.service, adapter, interface, method, [.path(path)], timeout: .seconds(5))
        }
        if let slot { await tree.bus.remove(slot) }
        if let listener { await tree.stopListening(listener) }
        await tree.close()
      }
    }

    // MARK: Signals from bluetoothd

    private func note(_ change: BlueZTree.Change) {
      switch change {
      case .changed(let path, Interface.device, let properties, _) where path.hasPrefix(adapter + "/"):
        switch properties["Connected"]?.bool {
        case true: connect(path)
        case false: disconnect(path)
        case nil: break
        }
      case .removed(let path, Interface.device): disconnect(path)
      case .restarted: loss.yield(.resetting)
      default: break
      }
      tree.assumeIsolated { tree in
        guard tree.isPresent else { return }
        switch tree.properties(adapter, Interface.adapter)?["Powered"]?.bool {
        case true: break
        case false: loss.yield(.poweredOff)
        case nil: loss.yield(.unsupported)
        }
      }
    }

    /// Waits until the radio can no longer be used. Returns nil if the task is canceled.
    func waitForLoss() async -> BluetoothError? {
      for await state in losses { return BluetoothError(.serve, device: device.name, .radio(state)) }
      return nil
    }

    private func connect(_ central: String) {
      if centrals.insert(central).inserted { eventContinuation.yield(.connected(Self.device(at: central))) }
    }

    private func disconnect(_ central: String) {
      values[central] = nil
      if centrals.remove(central) != nil { eventContinuation.yield(.disconnected(Self.device(at: central))) }
    }

    /// Returns the device at a path: `/org/bluez/hci0/dev_00_11_22_33_44_55`.
    private static func device(at path: String) -> DeviceID {
      DeviceID(String(path.suffix(17)).replacing("_", with: ":"))
    }

    // MARK: Calls from bluetoothd

    private func take(_ message: BusMessage, _ reply: BusReply) {
      switch (message.interface, message.member) {
      case (Interface.objects, "GetManagedObjects"):
        reply.send([.objects(objects.objects(below: message.path))])
      case (Interface.properties, "GetAll"):
        guard let interface = message.arguments.first?.text,
          let properties = objects.properties(of: message.path, interface)
        else { return reply.fail(.unknown(message)) }
        reply.send([.dictionary(properties)])
      case (Interface.characteristic, "ReadValue"), (Interface.characteristic, "WriteValue"),
        (Interface.descriptor, "ReadValue"):
        // A request proves that its central is connected; the Connected property is not always reported.
        if let central = Self.options(message)["device"]?.text { connect(central) }
        waiting.append((message, reply))
        wake.yield()
      case (Interface.characteristic, "StartNotify"): subscribe(message.path, true, reply)
      case (Interface.characteristic, "StopNotify"): subscribe(message.path, false, reply)
      case (Interface.characteristic, "Confirm"): reply.send()
      case (Interface.advertisement, "Release"):
        reply.send()
        loss.yield(.resetting)
      default: reply.fail(.unknown(message))
      }
    }

    private func subscribe(_ path: String, _ isWanted: Bool, _ reply: BusReply) {
      guard case .characteristic(let characteristic) = objects.attributes[path],
        !characteristic.properties.isDisjoint(with: [.notify, .indicate])
      else { return reply.fail(BusError(AttributeError(code: 0x06))) }
      if isWanted, subscribed.insert(path).inserted { eventContinuation.yield(.subscribed(characteristic)) }
      if !isWanted, subscribed.remove(path) != nil { eventContinuation.yield(.unsubscribed(characteristic)) }
      reply.send()
    }

    private static func options(_ message: BusMessage) -> [String: BusValue] {
      message.arguments.last?.dictionary ?? [:]
    }

    // MARK: Reads and writes

    /// Answers reads and writes one after the other, until the task is canceled.
    func answerRequests() async {
      for await _ in wakes {
        while !waiting.isEmpty, !Task.isCancelled {
          let call = waiting.removeFirst()
          do {
            call.reply.send(try await value(call.message))
          } catch {
            call.reply.fail(BusError(error))
          }
        }
      }
    }

    /// Returns the result of a read or a write.
    private func value(_ message: BusMessage) async throws(AttributeError) -> [BusValue] {
      let options = Self.options(message)
      let path = options["device"]?.text ?? ""
      let central = Self.device(at: path)
      let offset = options["offset"]?.int ?? 0
      switch objects.attributes[message.path] {
      case .characteristic(let characteristic) where message.member == "WriteValue":
        // bluetoothd asks for permission to prepare a write; the write itself follows.
        if options["prepare-authorize"]?.bool == true { return [] }
        guard offset == 0 else { throw AttributeError(code: 0x07) }
        try await handler.write(message.arguments.first?.bytes ?? [], to: characteristic, by: central)
        return []
      case .some(let attribute):
        let value: [UInt8]
        if offset > 0, let beginning = values[path]?[message.path] {
          value = beginning
        } else {
          switch attribute {
          case .characteristic(let characteristic): value = try await handler.read(characteristic, by: central)
          case .descriptor(let uuid, let characteristic):
            value = try await handler.read(descriptor: uuid, of: characteristic, by: central)
          }
          values[path, default: [:]][message.path] = value
        }
        guard offset <= value.count else { throw AttributeError(code: 0x07) }
        return [.bytes([UInt8](value.dropFirst(offset)))]
      case nil: throw AttributeError(code: 0x0A)
      }
    }

    // MARK: Notifications

    func notify(_ value: [UInt8], on characteristic: Characteristic) async throws -> Bool {
      try device.checkNotification(of: value, on: characteristic)
      guard let path = objects.paths[characteristic], subscribed.contains(path) else { return false }
      send(value, path)
      return true
    }

    private func send(_ value: [UInt8], _ path: String) {
      bus.assumeIsolated { bus in
        bus.emit(
          path, Interface.properties, "PropertiesChanged",
          [.string(Interface.characteristic), .dictionary(["Value": .bytes(value)]), .array([])])
      }
    }
  }

  extension BusError {
    /// The error for a call of an unknown object or method.
    fileprivate static func unknown(_ message: BusMessage) -> BusError {
      BusError(
        name: "org.freedesktop.DBus.Error.UnknownMethod", message: "\(message.path) has no \(message.member)")
    }
  }
#endif
