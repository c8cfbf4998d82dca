#if BlueZ && os(Linux)
  import HaloBluetooth

  /// A connected device's attributes.
  actor BlueZConnection: Connection {
    nonisolated let device: DeviceID
    nonisolated let label: String
    private let tree: BlueZTree
    private let bus: BusConnection
    private let path: String
    private let loss: Locked<BluetoothError.Reason?>
    private let clock: any Clock<Duration>
    private var known: (services: [Service], paths: [Characteristic: String])?
    private var subscriptions: [Characteristic: Subscription] = [:]

    init(
      tree: BlueZTree, bus: BusConnection, path: String, device: DeviceID, label: String,
      loss: Locked<BluetoothError.Reason?>, clock: any Clock<Duration>
    ) {
      self.tree = tree
      self.bus = bus
      self.path = path
      self.device = device
      self.label = label
      self.loss = loss
      self.clock = clock
    }

    private var rules: ConnectionRules { ConnectionRules(label: label) }

    func services() async throws -> [Service] { try await attributes().services }

    private func attributes() async throws -> (services: [Service], paths: [Characteristic: String]) {
      if let known { return known }
      try check(.discover, nil)
      let found = await BlueZAttributes.read(tree, below: path)
      known = found
      return found
    }

    func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
      try rules.checkRead(characteristic)
      let values = try await call(
        .read, characteristic.uuid, try await path(of: characteristic, .read), Interface.characteristic, "ReadValue",
        [.dictionary([:])])
      return ReceivedValue(values.first?.bytes ?? [])
    }

    func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
      try rules.checkWrite(
        characteristic, withResponse: withResponse, count: value.count,
        maximum: await maximumWriteLength(withResponse: withResponse))
      _ = try await call(
        .write, characteristic.uuid, try await path(of: characteristic, .write), Interface.characteristic, "WriteValue",
        [.bytes(value), .dictionary(["type": .string(withResponse ? "request" : "command")])])
    }

    func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
      try rules.check(descriptor: descriptor, of: characteristic, .read)
      let values = try await call(
        .read, descriptor, try await path(of: descriptor, characteristic, .read), Interface.descriptor, "ReadValue",
        [.dictionary([:])])
      return values.first?.bytes ?? []
    }

    func write(
      _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
    ) async throws {
      try rules.check(descriptor: descriptor, of: characteristic, .write)
      _ = try await call(
        .write, descriptor, try await path(of: descriptor, characteristic, .write), Interface.descriptor, "WriteValue",
        [.bytes(value), .dictionary([:])])
    }

    func notifications(
      of characteristic: Characteristic
    ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
      try rules.checkSubscribe(characteristic)
      let path = try await path(of: characteristic, .subscribe)
      if let running = subscriptions[characteristic] {
        let stream = running.listen()
        try await running.waitUntilConfirmed()
        return stream
      }
      let subscription = Subscription(
        lostAs: BluetoothError(.read, device: label, attribute: characteristic.uuid, .disconnected))
      subscriptions[characteristic] = subscription
      let stream = subscription.listen()
      do {
        try await start(subscription, path, characteristic)
        subscription.confirm(.success(()))
        return stream
      } catch {
        subscriptions[characteristic] = nil
        subscription.confirm(.failure(error))
        subscription.end(throwing: error)
        throw error
      }
    }

    func maximumWriteLength(withResponse: Bool) async -> Int {
      // BlueZ 5.62 and later tell the agreed size with each characteristic; before, only what always fits is sure.
      let characteristics = await tree.paths(with: Interface.characteristic, below: path + "/")
      for path in characteristics {
        if let size = await tree.properties(path, Interface.characteristic)?["MTU"]?.int, size > 3 { return size - 3 }
      }
      return 20
    }

    func readRSSI() async throws -> Int {
      try check(.readRSSI, nil)
      // BlueZ knows the strength of advertisements alone; the last one stays for as long as a scan runs.
      guard let rssi = await tree.properties(path, Interface.device)?["RSSI"]?.int else {
        throw BluetoothError(.readRSSI, device: label, .attribute(code: 0x06))
      }
      return rssi
    }

    /// Ends all sequences, because the link is gone.
    func lose(_ reason: BluetoothError.Reason) {
      for (characteristic, subscription) in subscriptions {
        subscription.end(throwing: BluetoothError(.read, device: label, attribute: characteristic.uuid, reason))
      }
      subscriptions.removeAll()
    }

    // MARK: Subscriptions

    /// By a socket of its own where BlueZ has that: what is read of the same characteristic would look like a notification otherwise.
    private func start(_ subscription: Subscription, _ path: String, _ characteristic: Characteristic) async throws {
      if await tree.properties(path, Interface.characteristic)?["NotifyAcquired"] != nil {
        do {
          let values = try await bus.call(
            BlueZTree.service, path, Interface.characteristic, "AcquireNotify", [.dictionary([:])])
          if case .descriptor(let descriptor) = values.first {
            subscription.read(descriptor, size: values.last?.int ?? 517)
            return
          }
        } catch let error as BusError
          where error.name != "org.bluez.Error.NotSupported" && error.name != "org.bluez.Error.NotPermitted"
        {
          throw BluetoothError(.subscribe, device: label, attribute: characteristic.uuid, reason(error))
        } catch is BusError {
          // Another program has it already in the other way.
        }
      }
      let listener = await tree.listen { change in
        if case .changed(path, Interface.characteristic, let properties, false) = change,
          let value = properties["Value"]?.bytes
        {
          subscription.yield(value)
        }
      }
      subscription.onEnd { [tree] in Task { await tree.stopListening(listener) } }
      _ = try await call(.subscribe, characteristic.uuid, path, Interface.characteristic, "StartNotify", [])
    }

    // MARK: Calls

    /// Calls a method of an attribute. BlueZ does one thing at a time with it; what another program does has to end first, and nothing
    /// says when.
    private func call(
      _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?, _ path: String, _ interface: String,
      _ member: String, _ arguments: [BusValue]
    ) async throws -> [BusValue] {
      for attempt in 0... {
        try check(operation, attribute)
        do {
          return try await bus.call(BlueZTree.service, path, interface, member, arguments, timeout: .seconds(35))
        } catch let error as BusError {
          if error.name == "org.bluez.Error.InProgress", attempt < 500 {
            try await clock.sleep(for: .milliseconds(10))
            continue
          }
          throw BluetoothError(operation, device: label, attribute: attribute, reason(error))
        }
      }
      throw CancellationError()
    }

    /// What an error means; where the link is gone, that.
    private func reason(_ error: BusError) -> BluetoothError.Reason {
      loss.withLock { $0 } ?? BluetoothError.Reason(error)
    }

    private func check(_ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?) throws {
      if let reason = loss.withLock({ $0 }) {
        throw BluetoothError(operation, device: label, attribute: attribute, reason)
      }
    }

    private func path(of characteristic: Characteristic, _ operation: BluetoothError.Operation) async throws -> String {
      guard let path = try await attributes().paths[characteristic] else {
        throw BluetoothError(operation, device: label, attribute: characteristic.uuid, .attributeNotFound)
      }
      return path
    }

    private func path(
      of descriptor: BluetoothUUID, _ characteristic: Characteristic, _ operation: BluetoothError.Operation
    ) async throws -> String {
      let path = try await path(of: characteristic, operation)
      for candidate in await tree.paths(with: Interface.descriptor, below: path + "/") {
        let text = await tree.properties(candidate, Interface.descriptor)?["UUID"]?.text
        if text.flatMap({ BluetoothUUID($0) }) == descriptor { return candidate }
      }
      throw BluetoothError(operation, device: label, attribute: descriptor, .attributeNotFound)
    }
  }
#endif
