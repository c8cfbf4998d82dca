#if BlueZ && os(Linux)
  /// The link with one device, including the attempt to connect. It has its own bus connection: BlueZ tracks each
  /// program's requests by bus connection and drops them when it closes.
  actor BlueZLink {
    nonisolated let tree: BlueZTree
    nonisolated var unownedExecutor: UnownedSerialExecutor { tree.unownedExecutor }
    nonisolated let label: String
    private let adapter: String
    private let address: BusConnection.Address
    nonisolated let device: DeviceID
    nonisolated let clock: any Clock<Duration>
    private var bus: BusConnection?
    private var path: String?
    /// The connection over this link. Each keeps the other alive; ``disconnect()`` releases it.
    private var connection: BlueZConnection?
    private var listener: Int?
    private var hasAgent = false
    private var wasBonded = false
    /// Set once BlueZ has reported a pairing during this link.
    private let hasPaired = Locked(false)
    nonisolated let evidence: Locked<BondEvidence>
    /// Set once BlueZ has reported that the link is lost.
    nonisolated let loss = Locked<BluetoothError.Reason?>(nil)

    init(
      _ tree: BlueZTree, _ adapter: String, _ address: BusConnection.Address, _ device: DeviceID, label: String,
      evidence: Locked<BondEvidence>, clock: any Clock<Duration>
    ) {
      self.tree = tree
      self.adapter = adapter
      self.address = address
      self.device = device
      self.label = label
      self.evidence = evidence
      self.clock = clock
    }

    /// Connects, and waits until the device's services are resolved.
    ///
    /// - Throws: ``BluetoothError/Reason/inUse`` if another program uses a link with the device, unless ``LinkTakeover`` allows it.
    func connect(_ timeout: Duration) async throws -> BlueZConnection {
      // Checked before this link has a bus connection: without one, `disconnect()` does not end the other program's
      // link.
      if !LinkTakeover.isAllowed, await isInUse(tree) {
        throw BluetoothError(.connect, device: label, .inUse)
      }
      let bus = try await openBus()
      self.bus = bus
      let path = try await limited(timeout) { try await self.reach(bus) }
      self.path = path
      // Service discovery over a slow link takes longer than the connection itself.
      try await limited(max(timeout, .seconds(20))) { [tree, loss, label, evidence] in
        _ = try await tree.wait { tree in
          if let reason = loss.withLock({ $0 }) {
            evidence.withLock { $0.note(loss: .discover, nil) }
            throw BluetoothError(.discover, device: label, reason)
          }
          return tree.properties(path, Interface.device)?["ServicesResolved"]?.bool == true ? true : nil
        }
        // BlueZ may report this before the services themselves.
        await tree.synchronize(path)
      }
      let connection = BlueZConnection(self, bus, path: path, wasBonded: wasBonded)
      self.connection = connection
      return connection
    }

    /// Returns true if a program is connected to the device and receives notifications from it.
    private func isInUse(_ tree: isolated BlueZTree) -> Bool {
      knownPath(tree).map { BlueZAttributes.isInUse(tree, below: $0) } ?? false
    }

    /// Returns the path of the device if bluetoothd knows it. The address in a path is the one with which the device was
    /// found; by bonding, a private address becomes the identity, which is then the address of the object.
    private func knownPath(_ tree: isolated BlueZTree) -> String? {
      let place = Self.path(adapter, device)
      guard tree.properties(place, Interface.device) == nil else { return place }
      return tree.paths(with: Interface.device, below: adapter + "/").first {
        tree.properties($0, Interface.device)?["Address"]?.text?.uppercased() == device.text.uppercased()
      }
    }

    private func openBus() async throws -> BusConnection {
      do { return try await BusConnection.open(address, on: tree.bus.executor) } catch let error as BusError {
        throw BluetoothError(.connect, device: label, BluetoothError.Reason(error))
      }
    }

    /// Calls `Connect` until the device is connected. Returns the device's path.
    private func reach(_ bus: BusConnection) async throws -> String {
      while true {
        let path = try await find()
        await watch(path)
        // bluetoothd pairs by itself if the device requires it for an operation, even one of bluetoothd's own.
        if !hasAgent {
          hasAgent =
            (try? await BlueZAgent.begin(bus, for: path, label: label) { [evidence] in
              evidence.withLock { $0.isUnderWay = true }
            }) != nil
          // The kernel takes the agent's abilities when the link begins; bluetoothd hands them over after this change.
          if PairingQuestion.answer != nil {
            let adapter = adapter
            _ = try await TimeLimit.within(.seconds(1), clock) { [tree] in
              try await tree.wait { $0.properties(adapter, Interface.adapter)?["Pairable"]?.bool == true ? true : nil }
            }
          }
        }
        do {
          wasBonded = await tree.isBonded(path)
          let member = !wasBonded && evidence.withLock { $0.suggestsRefusal } ? "Pair" : "Connect"
          _ = try await bus.call(BlueZTree.service, path, Interface.device, member, timeout: .seconds(90))
          return path
        } catch let error as BusError {
          switch error.name {
          case "org.bluez.Error.AlreadyConnected": return path
          case "org.freedesktop.DBus.Error.UnknownObject", "org.bluez.Error.DoesNotExist",
            "org.freedesktop.DBus.Error.UnknownMethod":
            // BlueZ removed the device after the scan. Once found again, it can be connected. The mirror may learn of
            // the removal slightly later.
            try await clock.sleep(for: .milliseconds(50))
          case "org.bluez.Error.Failed", "org.bluez.Error.InProgress", "org.bluez.Error.ConnectionAttemptFailed",
            "org.freedesktop.DBus.Error.NoReply":
            // The connection was aborted (le-connection-abort-by-local), or another program is connecting. Retry until
            // the timeout.
            loss.withLock { $0 = nil }
            try await clock.sleep(for: .milliseconds(200))
          default:
            let reason = BluetoothError.Reason(withoutAttribute: error)
            throw BluetoothError(reason == .bondRefused ? .bond : .connect, device: label, reason)
          }
        }
      }
    }

    /// Returns the device's path. BlueZ removes devices half a minute after a scan; then this scans for the device
    /// again.
    private func find() async throws -> String {
      if let path = await knownPath(tree) { return path }
      let discovery = try await Discovery.begin(address, adapter, clock)
      return try await TaskScope.ending({ await discovery.end() }) { [self] in
        try await tree.wait { self.knownPath($0) }
      }
    }

    /// Records when BlueZ reports that the link is lost: by `Connected`, by its services, or by the device's removal.
    /// It does not matter if BlueZ never reported the connection itself.
    private func watch(_ path: String) async {
      if let listener { await tree.stopListening(listener) }
      let loss = loss
      let evidence = evidence
      loss.withLock { $0 = nil }
      let services = await tree.properties(path, Interface.device)?["UUIDs"]?.texts ?? []
      evidence.withLock { $0.begin(services) }
      let hadServices = Locked(false)
      listener = await tree.listen { [hasPaired] change in
        // A link that ends while its bond is under way was ended by the refusal.
        let lost = { loss.withLock { $0 = $0 ?? (evidence.withLock { $0.isUnderWay } ? .bondRefused : .disconnected) } }
        switch change {
        case .changed(path, Interface.device, let properties, _):
          if let services = properties["UUIDs"]?.texts { evidence.withLock { $0.note(services) } }
          if properties["Paired"]?.bool == true {
            evidence.withLock { $0 = BondEvidence() }
            hasPaired.withLock { $0 = true }
          }
          if properties["ServicesResolved"]?.bool == true { hadServices.withLock { $0 = true } }
          let hasLost =
            properties["Connected"]?.bool == false
            || (properties["ServicesResolved"]?.bool == false && hadServices.withLock { $0 })
          if hasLost { lost() }
        case .changed(path, Interface.battery, _, _): evidence.withLock { $0.noteBattery() }
        case .removed(path, Interface.device): lost()
        case .restarted: loss.withLock { $0 = $0 ?? .radio(.resetting) }
        default: break
        }
      }
    }

    /// Waits until the link is lost, and ends its subscriptions and calls. bluetoothd never answers a call about a device
    /// that it has removed, for example because bonding failed.
    func supervise() async {
      let loss = loss
      guard let reason = try? await tree.wait({ _ in loss.withLock { $0 } }) else { return }
      await connection?.lose(reason)
      try? await clock.sleep(for: .milliseconds(300))
      await bus?.close()
    }

    /// Registers the agent again when bluetoothd forbids bonds: a device's key would not be stored. Not without end,
    /// because a person or another program may want it so.
    func superviseAgent() async throws {
      guard let bus, hasAgent else { return }
      for _ in 0..<5 {
        _ = try await tree.wait { [adapter] in
          $0.properties(adapter, Interface.adapter)?["Pairable"]?.bool == false ? true : nil
        }
        try await BlueZAgent.renew(bus)
        try await clock.sleep(for: .seconds(1))
      }
    }

    /// Ends the link if bluetoothd has paired by itself and answers no operation afterwards: version 5.66 loses the
    /// operation that required it, which blocks all others for 30 s. The key need not have been stored as a bond.
    func superviseBond() async {
      guard let bus, let path, let connection, !wasBonded,
        (try? await tree.wait { [hasPaired] _ in hasPaired.withLock { $0 } ? true : nil }) != nil
      else { return }
      for _ in 0..<30 {
        let waiting = await connection.waiting
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        guard await !connection.waiting.isDisjoint(with: waiting) else { continue }
        _ = try? await bus.call(BlueZTree.service, path, Interface.device, "Disconnect", timeout: .seconds(10))
        return
      }
    }

    /// Ends the link or the connection attempt.
    func disconnect() async {
      guard let bus = self.bus.take() else { return }
      let path = path
      let listener = self.listener.take()
      await connection?.lose(.disconnected)
      let known = path ?? Self.path(adapter, device)
      // bluetoothd may continue an attempt even if it connected for a moment and lost the link.
      let isOver = connection != nil && loss.withLock { $0 } != nil
      connection = nil
      _ = try? await TaskScope.shielded { [tree] in
        if !isOver {
          _ = try? await bus.call(BlueZTree.service, known, Interface.device, "Disconnect", timeout: .seconds(10))
        }
        // BlueZ changes `Connected` after its reply. A link that begins earlier would take the change for its own loss.
        _ = try? await self.limited(.seconds(5)) {
          try await tree.wait { tree in
            tree.properties(known, Interface.device)?["Connected"]?.bool == true ? nil : true
          }
        }
        if let listener { await tree.stopListening(listener) }
        await bus.close()
      }
    }

    /// Returns the path at which BlueZ places a device.
    private static func path(_ adapter: String, _ device: DeviceID) -> String {
      "\(adapter)/dev_\(device.text.uppercased().replacing(":", with: "_"))"
    }

    private func limited<Value: Sendable>(
      _ timeout: Duration, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
      guard let value = try await TimeLimit.within(timeout, clock, body) else {
        throw BluetoothError(.connect, device: label, .timedOut(timeout))
      }
      return value
    }
  }
#endif
