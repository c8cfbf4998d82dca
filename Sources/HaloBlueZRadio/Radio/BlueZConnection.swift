#if BlueZ && os(Linux)
  /// A connection to one device through bluetoothd.
  actor BlueZConnection: Connection {
    private let link: BlueZLink
    nonisolated var device: DeviceID { link.device }
    nonisolated var label: String { link.label }
    private nonisolated var tree: BlueZTree { link.tree }
    /// The bus executor, so that a write and its reply need no change of threads.
    nonisolated var unownedExecutor: UnownedSerialExecutor { link.unownedExecutor }
    private let bus: BusConnection
    private let path: String
    private var loss: Locked<BluetoothError.Reason?> { link.loss }
    private var evidence: Locked<BondEvidence> { link.evidence }
    private var clock: any Clock<Duration> { link.clock }
    private var known: (services: [Service], paths: [Characteristic: String])?
    private var subscriptions: [Characteristic: Subscription] = [:]
    private let bonding = BondOnDemand()
    /// True if the device was bonded before this link, so that no operation makes bluetoothd bond by itself.
    private let wasBonded: Bool
    /// The operations that bluetoothd has not answered yet.
    private(set) var waiting: Set<Int> = []
    private var count = 0

    init(_ link: BlueZLink, _ bus: BusConnection, path: String, wasBonded: Bool) {
      self.link = link
      self.bus = bus
      self.path = path
      self.wasBonded = wasBonded
    }

    /// The limit for an answer. Longer than the attribute protocol's own timeout (30 s; Core Specification, volume 3,
    /// part F, 3.3.3).
    private static let answerTimeout = Duration.seconds(35)
    private static let bondingTimeout = Duration.seconds(70)

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
      let subscription = subscriptions[characteristic]
      var value: [UInt8]?
      subscription?.beginRead()
      defer { subscription?.endRead(value) }
      let values = try await call(.read, characteristic, "ReadValue", [.dictionary([:])])
      // Signals arrive over another bus connection than answers.
      if subscription != nil, !wasBonded { await tree.synchronize(path) }
      value = values.first?.bytes ?? []
      return ReceivedValue(value ?? [])
    }

    func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
      try rules.checkWrite(
        characteristic, withResponse: withResponse, count: value.count,
        maximum: await maximumWriteLength(withResponse: withResponse))
      _ = try await call(
        .write, characteristic, "WriteValue",
        [.bytes(value), .dictionary(["type": .string(withResponse ? "request" : "command")])])
    }

    func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
      try rules.check(descriptor: descriptor, of: characteristic, .read)
      let values = try await call(.read, characteristic, descriptor: descriptor, "ReadValue", [.dictionary([:])])
      return values.first?.bytes ?? []
    }

    func write(
      _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
    ) async throws {
      try rules.check(descriptor: descriptor, of: characteristic, .write)
      _ = try await call(
        .write, characteristic, descriptor: descriptor, "WriteValue", [.bytes(value), .dictionary([:])])
    }

    func notifications(
      of characteristic: Characteristic
    ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
      try rules.checkSubscribe(characteristic)
      let path = try await path(of: characteristic, nil, .subscribe)
      while let running = subscriptions[characteristic], !running.notifications.hasEnded {
        let stream = running.notifications.listen()
        // If the first caller was canceled, the next one starts again.
        do { try await running.notifications.waitUntilConfirmed() } catch is CancellationError where !Task.isCancelled {
          continue
        }
        return stream
      }
      let subscription = Subscription(
        lossError: BluetoothError(.read, device: label, attribute: characteristic.uuid, .disconnected))
      subscriptions[characteristic] = subscription
      let stream = subscription.notifications.listen()
      do {
        try await start(subscription, path, characteristic)
        subscription.notifications.confirm(.success(()))
        return stream
      } catch {
        if subscriptions[characteristic] === subscription { subscriptions[characteristic] = nil }
        subscription.notifications.confirm(.failure(error))
        subscription.end(throwing: error)
        throw error
      }
    }

    func waitForLoss() async -> BluetoothError.Reason? {
      let loss = loss
      return try? await tree.wait { _ in loss.withLock { $0 } }
    }

    func maximumWriteLength(withResponse: Bool) async -> Int {
      // BlueZ 5.62 and later report the MTU with each characteristic. Earlier versions do not, so use the minimum that
      // always fits.
      let characteristics = await tree.paths(with: Interface.characteristic, below: path + "/")
      for path in characteristics {
        if let size = await tree.properties(path, Interface.characteristic)?["MTU"]?.int, size > 3 { return size - 3 }
      }
      return 20
    }

    func readRSSI() async throws -> Int {
      try check(.readRSSI, nil)
      // BlueZ has the strength of advertisements only.
      guard let strength = await tree.strengths[path] else {
        throw BluetoothError(.readRSSI, device: label, .refused("no advertisement was received"))
      }
      return strength
    }

    func bond() async throws -> Bool {
      try check(.bond, nil)
      guard await !tree.isBonded(path) else { return false }
      do {
        // The device is not marked as trusted: bluetoothd may connect to trusted devices by itself, and a permanent link
        // drains a ring's battery within hours.
        try await bus.call(BlueZTree.service, path, Interface.device, "Pair", timeout: Self.bondingTimeout)
        return true
      } catch let error as BusError {
        // bluetoothd, the device or another program has bonded in the meantime.
        if error.name == "org.bluez.Error.AlreadyExists" { return false }
        // A device that refuses may end the link too.
        let isRefused = BluetoothError.Reason(error) == .bondRefused
        let reason = isRefused ? .bondRefused : reason(error, after: Self.bondingTimeout)
        // Bonding involves no attribute: bluetoothd, or another program's bonding in progress, prevented it.
        if case .attribute = reason { throw BluetoothError(.bond, device: label, .bondRefused) }
        throw BluetoothError(.bond, device: label, reason)
      }
    }

    /// Ends all sequences because the link is lost.
    func lose(_ reason: BluetoothError.Reason) {
      for (characteristic, subscription) in subscriptions {
        subscription.end(throwing: BluetoothError(.read, device: label, attribute: characteristic.uuid, reason))
      }
      subscriptions.removeAll()
    }

    // MARK: Subscriptions

    /// Subscribes through a separate socket if BlueZ supports it and the device was bonded before the link; otherwise by
    /// signals. bluetoothd 5.66 never closes a socket that it could not open because a bond was required, and may crash
    /// if this program is killed while it has one: a belt must then be stopped.
    private func start(_ subscription: Subscription, _ path: String, _ characteristic: Characteristic) async throws {
      if wasBonded, await tree.properties(path, Interface.characteristic)?["NotifyAcquired"] != nil {
        // Another program is already subscribed, by signals (InProgress) or by a socket (NotPermitted), or the
        // characteristic only indicates (NotSupported).
        let others = ["InProgress", "NotPermitted", "NotSupported"].map { "org.bluez.Error.\($0)" }
        do {
          let values = try await bonding.run(.subscribe, characteristic.uuid, over: self) {
            do {
              return try await answer(
                .subscribe, characteristic.uuid, path, Interface.characteristic, "AcquireNotify", [.dictionary([:])])
            } catch let error as BusError where !others.contains(error.name) {
              throw failure(.subscribe, characteristic.uuid, error)
            }
          }
          if case .descriptor(let descriptor) = values.first {
            subscription.read(descriptor, size: values.last?.int ?? 517, on: tree.notifications)
            return
          }
        } catch is BusError {}
      }
      let listener = await tree.listen { change in
        if case .changed(path, Interface.characteristic, let properties, false) = change,
          let value = properties["Value"]?.bytes
        {
          subscription.yield(signaled: value)
        }
      }
      subscription.onEnd { [tree] in Task { await tree.stopListening(listener) } }
      do {
        _ = try await call(.subscribe, characteristic, "StartNotify", [])
      } catch let error as BluetoothError where error.reason == .attribute(code: 0x02) {
        // "Notify acquired": a socket allows only one subscribed program.
        throw BluetoothError(
          .subscribe, device: label, attribute: characteristic.uuid, .refused("another program is subscribed to it"))
      }
    }

    // MARK: Calls

    /// Calls a method of a characteristic or of its `descriptor`, and bonds if the device requires it. BlueZ allows one
    /// operation at a time per attribute. Another program's operation must end first, and there is no signal for that,
    /// so this retries.
    private func call(
      _ operation: BluetoothError.Operation, _ characteristic: Characteristic, descriptor: BluetoothUUID? = nil,
      _ member: String, _ arguments: [BusValue]
    ) async throws -> [BusValue] {
      let path = try await path(of: characteristic, descriptor, operation)
      let attribute = descriptor ?? characteristic.uuid
      let interface = descriptor == nil ? Interface.characteristic : Interface.descriptor
      return try await bonding.run(operation, attribute, over: self) {
        for attempt in 0... {
          try check(operation, attribute)
          do {
            return try await answer(operation, attribute, path, interface, member, arguments)
          } catch let error as BusError {
            guard error.name == "org.bluez.Error.InProgress", attempt < 500 else {
              throw failure(operation, attribute, error)
            }
            try await clock.sleep(for: .milliseconds(10))
          }
        }
        throw CancellationError()
      }
    }

    /// Returns bluetoothd's answer, and records it as evidence about a bond.
    private func answer(
      _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?, _ path: String, _ interface: String,
      _ member: String, _ arguments: [BusValue]
    ) async throws -> [BusValue] {
      count += 1
      let number = count
      waiting.insert(number)
      defer { waiting.remove(number) }
      let values = try await bus.call(
        BlueZTree.service, path, interface, member, arguments, timeout: Self.answerTimeout)
      evidence.withLock { $0.note(answer: operation, attribute) }
      return values
    }

    /// Returns the reason of an error, or the link's own reason if the link is lost.
    private func reason(_ error: BusError, after limit: Duration = answerTimeout) -> BluetoothError.Reason {
      // Some versions of bluetoothd never answer an AcquireNotify that the device refuses. That does not mean that the
      // radio is lost.
      loss.withLock { $0 } ?? (error.isTimeOut ? .timedOut(limit) : BluetoothError.Reason(error))
    }

    private func failure(
      _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?, _ error: BusError
    ) -> BluetoothError {
      let reason = reason(error)
      if reason == .disconnected { evidence.withLock { $0.note(loss: operation, attribute) } }
      return BluetoothError(operation, device: label, attribute: attribute, reason)
    }

    private func check(_ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?) throws {
      guard let reason = loss.withLock({ $0 }) else { return }
      if reason == .disconnected { evidence.withLock { $0.note(loss: operation, attribute) } }
      throw BluetoothError(operation, device: label, attribute: attribute, reason)
    }

    private func path(
      of characteristic: Characteristic, _ descriptor: BluetoothUUID?, _ operation: BluetoothError.Operation
    ) async throws -> String {
      guard let path = try await attributes().paths[characteristic] else {
        throw BluetoothError(operation, device: label, attribute: characteristic.uuid, .attributeNotFound)
      }
      guard let descriptor else { return path }
      for candidate in await tree.paths(with: Interface.descriptor, below: path + "/") {
        let text = await tree.properties(candidate, Interface.descriptor)?["UUID"]?.text
        if text.flatMap({ BluetoothUUID($0) }) == descriptor { return candidate }
      }
      throw BluetoothError(operation, device: label, attribute: descriptor, .attributeNotFound)
    }
  }
#endif
