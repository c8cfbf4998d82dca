@_exported public import HaloBluetooth
#if BlueZ && os(Linux)

  /// A Bluetooth adapter of this Linux machine in the central role, through bluetoothd.
  public actor BlueZCentral: Central {
    private let address: BusConnection.Address
    private let requestedAdapter: String?
    private let clock: any Clock<Duration>
    private var opening: Task<BlueZTree, any Error>?
    /// True once an adapter has been used. If it disappears, it may come back.
    private var hasBeenOn = false
    private var hasClosed = false
    /// What earlier links showed about the bonds of devices.
    private var evidences: [DeviceID: Locked<BondEvidence>] = [:]

    /// A radio on the system bus: the adapter with that name (`hci1`), or the first that is turned on.
    public init(adapter: String? = nil) { self.init(.system, adapter: adapter, clock: ThreadClock()) }

    init(_ address: BusConnection.Address, adapter: String? = nil, clock: any Clock<Duration>) {
      self.address = address
      requestedAdapter = adapter
      self.clock = clock
    }

    /// Returns the mirror of BlueZ' objects. It is opened on first use, and again if the bus connection was lost.
    func tree() async throws -> BlueZTree {
      if let current = opening {
        let tree = try await current.value
        guard await tree.isLost else { return tree }
        guard opening == current else { return try await self.tree() }
      }
      let address = address
      let task = Task { try await BlueZTree.open(address) }
      opening = task
      do {
        return try await task.value
      } catch {
        if opening == task { opening = nil }
        throw error
      }
    }

    /// Closes the bus connection and ends all sequences.
    public func close() async {
      hasClosed = true
      if let tree = try? await opening.take()?.value { await tree.close() }
    }

    /// The radio's current state.
    public var state: RadioState {
      get async {
        guard let tree = try? await tree() else { return absence }
        return await Self.state(tree, requestedAdapter)
      }
    }

    /// Returns the current state and each later one. Each caller gets its own sequence.
    public func states() async -> AsyncStream<RadioState> {
      let (stream, continuation) = AsyncStream<RadioState>.makeStream()
      let latest = Locked<RadioState?>(nil)
      let report: @Sendable (RadioState) -> Void = { new in
        let isNew = latest.withLock { exchange(&$0, with: new) != new }
        if isNew { continuation.yield(new) }
      }
      let task = Task {
        while !Task.isCancelled, !self.hasClosed {
          await self.reportStates(report)
          // There is no signal when a bus becomes available again, so this polls.
          try? await clock.sleep(for: .seconds(2))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
      return stream
    }

    /// Reports the current state and each later one, until the bus connection is lost.
    private func reportStates(_ state: @escaping @Sendable (RadioState) -> Void) async {
      guard let tree = try? await tree() else { return state(absence) }
      let requestedAdapter = requestedAdapter
      _ = try? await tree.wait { tree -> Bool? in
        state(Self.state(tree, requestedAdapter))
        return tree.isLost ? true : nil
      }
    }

    /// The state while the bus cannot be reached. A bus that was available before may come back.
    private var absence: RadioState { hasBeenOn ? .resetting : .unsupported }

    static func state(_ tree: isolated BlueZTree, _ requestedAdapter: String?) -> RadioState {
      guard tree.isPresent else {
        if tree.refusal?.name == "org.freedesktop.DBus.Error.AccessDenied" { return .unauthorized }
        return tree.hasBeenPresent ? .resetting : .unsupported
      }
      guard let adapter = adapter(tree, requestedAdapter) else { return .unsupported }
      return tree.properties(adapter, Interface.adapter)?["Powered"]?.bool == true ? .poweredOn : .poweredOff
    }

    /// Returns the requested adapter. Without a request, returns the first that is turned on, otherwise the first.
    static func adapter(_ tree: isolated BlueZTree, _ requestedAdapter: String?) -> String? {
      let paths = tree.paths(with: Interface.adapter)
      if let requestedAdapter { return paths.first { $0 == "/org/bluez/\(requestedAdapter)" } }
      return paths.first { tree.properties($0, Interface.adapter)?["Powered"]?.bool == true } ?? paths.first
    }

    /// Returns the radio's state and the adapter in use, consistent with each other.
    private static func choice(
      _ tree: isolated BlueZTree, _ requestedAdapter: String?
    ) -> (state: RadioState, adapter: String?) { (state(tree, requestedAdapter), adapter(tree, requestedAdapter)) }

    /// Returns the adapter in use if it is turned on.
    ///
    /// - Throws: ``HaloBluetooth/BluetoothError`` if the adapter is not ready.
    private func poweredAdapter(
      _ operation: BluetoothError.Operation, _ label: String?
    ) async throws -> (tree: BlueZTree, adapter: String) {
      let tree: BlueZTree
      do {
        tree = try await self.tree()
      } catch let error as BusError {
        throw BluetoothError(
          operation, device: label, .radio(error.name.hasSuffix("AccessDenied") ? .unauthorized : absence))
      }
      let requestedAdapter = requestedAdapter
      var (state, adapter) = await Self.choice(tree, requestedAdapter)
      if hasBeenOn, [.resetting, .unsupported].contains(state) {
        // The adapter may come back, for example after a restart of bluetoothd.
        _ = try await TimeLimit.within(.seconds(5), clock) {
          try await tree.wait { Self.state($0, requestedAdapter) == .poweredOn ? true : nil }
        }
        (state, adapter) = await Self.choice(tree, requestedAdapter)
      }
      guard state == .poweredOn, let adapter else { throw BluetoothError(operation, device: label, .radio(state)) }
      hasBeenOn = true
      return (tree, adapter)
    }

    // MARK: Scanning

    /// Scans for as long as the sequence is iterated; see ``HaloBluetooth/Central/scan(_:)``.
    public nonisolated func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> {
      let (stream, continuation) = AsyncThrowingStream<Advertisement, any Error>.makeStream()
      let task = Task {
        do {
          try await self.scan(filter) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
      return stream
    }

    /// Reports advertisements until the task is canceled or the radio can no longer be used.
    private func scan(_ filter: ScanFilter, _ found: @escaping @Sendable (Advertisement) -> Void) async throws {
      let (tree, adapter) = try await poweredAdapter(.scan, nil)
      let listener = await tree.listen { [weak tree] change in
        guard case .changed(let path, Interface.device, let properties, let isNew) = change,
          path.hasPrefix(adapter + "/"), isNew || BlueZAdvertisement.isAdvertisement(properties)
        else { return }
        tree?.assumeIsolated { tree in
          guard let known = tree.properties(path, Interface.device) else { return }
          let advertisement = BlueZAdvertisement.advertisement(known)
          // BlueZ merges the filters of all programs, so filter again.
          if filter.matches(advertisement) { found(advertisement) }
        }
      }
      defer { Task { await tree.stopListening(listener) } }
      // A discovery belongs to its bus connection and ends with it.
      let discovery = try await Discovery.begin(address, adapter, clock)
      do {
        await Self.reportKnownDevices(tree, adapter, filter, found)
        // Another adapter that is turned on does not help this adapter's discovery.
        let used = String(adapter.dropFirst("/org/bluez/".count))
        let state = try await tree.wait { tree in
          let state = Self.state(tree, used)
          return state == .poweredOn ? nil : state
        }
        throw BluetoothError(.scan, device: nil, .radio(state))
      } catch {
        await discovery.end()
        throw error
      }
    }

    /// Reports the devices that a discovery already in progress has found: BlueZ signals only later changes of their
    /// properties. Only devices found since the discovery began have a signal strength. Connected devices do not
    /// advertise, but are reported too, even if the program that connected them has ended.
    private static func reportKnownDevices(
      _ tree: isolated BlueZTree, _ adapter: String, _ filter: ScanFilter, _ found: (Advertisement) -> Void
    ) {
      for path in tree.paths(with: Interface.device, below: adapter + "/") {
        guard let known = tree.properties(path, Interface.device),
          known["RSSI"] != nil || known["Connected"]?.bool == true
        else { continue }
        let advertisement = BlueZAdvertisement.advertisement(known)
        if filter.matches(advertisement) { found(advertisement) }
      }
    }

    // MARK: Connecting

    private func evidence(of device: DeviceID) -> Locked<BondEvidence> {
      let known = evidences[device] ?? Locked(BondEvidence())
      evidences[device] = known
      return known
    }

    /// Connects, calls `body`, and disconnects; see ``HaloBluetooth/Central/withConnection(to:label:timeout:_:)``.
    public nonisolated func withConnection<Result: Sendable>(
      to device: DeviceID, label: String, timeout: Duration,
      _ body: (any Connection) async throws -> Result
    ) async throws -> Result {
      let (tree, adapter) = try await poweredAdapter(.connect, label)
      let link = BlueZLink(
        tree, adapter, address, device, label: label, evidence: await evidence(of: device), clock: clock)
      return try await TaskScope.ending({ await link.disconnect() }) {
        let connection = try await RadioWaits.during(.connect, nil, label) { try await link.connect(timeout) }
        return try await TaskScope.with { scope in
          scope.start { await link.supervise() }
          scope.start { try? await link.superviseAgent() }
          scope.start { await link.superviseBond() }
          return try await TaskScope.ending({ await link.disconnect() }) {
            try await withTaskExecutorPreference(tree.bus.executor) { try await body(connection) }
          }
        }
      }
    }
  }
#endif
