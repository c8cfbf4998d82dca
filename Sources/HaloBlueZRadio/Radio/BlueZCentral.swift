#if BlueZ && os(Linux)
  public import HaloBluetooth

  /// A Bluetooth adapter of this Linux machine, through bluetoothd.
  public actor BlueZCentral: Central {
    private let address: BusConnection.Address
    private let wanted: String?
    private let clock: any Clock<Duration>
    private var opening: Task<BlueZTree, any Error>?

    /// The radio of the system's bus: the adapter of that name (`hci1`), or the first that is turned on.
    public init(adapter: String? = nil) { self.init(.system, adapter: adapter, clock: ContinuousClock()) }

    init(_ address: BusConnection.Address, adapter: String? = nil, clock: any Clock<Duration>) {
      self.address = address
      wanted = adapter
      self.clock = clock
    }

    /// Whether there is anything to talk with: a system bus that can be reached, and an adapter on it.
    public static func isAvailable() async -> Bool {
      guard let tree = try? await BlueZTree.open(.system) else { return false }
      let hasAdapter = await !tree.paths(with: Interface.adapter).isEmpty
      await tree.close()
      return hasAdapter
    }

    /// The mirror, opened when it is first needed.
    func tree() async throws -> BlueZTree {
      if let opening { return try await opening.value }
      let address = address
      let task = Task { try await BlueZTree.open(address) }
      opening = task
      do {
        return try await task.value
      } catch {
        opening = nil
        throw error
      }
    }

    /// Ends everything.
    public func close() async {
      let task = opening
      opening = nil
      if let tree = try? await task?.value { await tree.close() }
    }

    public var state: RadioState {
      get async {
        guard let tree = try? await tree() else { return .unsupported }
        return await Self.state(tree, wanted)
      }
    }

    public func states() async -> AsyncStream<RadioState> {
      let (stream, continuation) = AsyncStream<RadioState>.makeStream()
      guard let tree = try? await tree() else {
        continuation.yield(.unsupported)
        return stream
      }
      let wanted = wanted
      let latest = Latest()
      let number = await tree.listen { [weak tree] _ in
        tree?.assumeIsolated { tree in
          let state = Self.state(tree, wanted)
          if latest.replace(with: state) { continuation.yield(state) }
        }
      }
      let now = await Self.state(tree, wanted)
      if latest.replace(with: now) { continuation.yield(now) }
      continuation.onTermination = { _ in Task { await tree.stopListening(number) } }
      return stream
    }

    /// The state that was told last.
    private final class Latest: Sendable {
      private let state = Locked<RadioState?>(nil)

      /// Whether that is another one.
      func replace(with new: RadioState) -> Bool {
        state.withLock { state in
          defer { state = new }
          return state != new
        }
      }
    }

    static func state(_ tree: isolated BlueZTree, _ wanted: String?) -> RadioState {
      guard tree.isPresent else {
        switch tree.refusal?.name {
        case "org.freedesktop.DBus.Error.AccessDenied": return .unauthorized
        default: return .unsupported
        }
      }
      guard let adapter = adapter(tree, wanted) else { return .unsupported }
      return tree.properties(adapter, Interface.adapter)?["Powered"]?.bool == true ? .poweredOn : .poweredOff
    }

    /// The adapter that is used: the one that is wanted, otherwise the first that is on, otherwise the first.
    static func adapter(_ tree: isolated BlueZTree, _ wanted: String?) -> String? {
      let paths = tree.paths(with: Interface.adapter)
      if let wanted { return paths.first { $0 == "/org/bluez/\(wanted)" } }
      return paths.first { tree.properties($0, Interface.adapter)?["Powered"]?.bool == true } ?? paths.first
    }

    /// The adapter that is used, once it is on.
    ///
    /// - Throws: ``HaloBluetooth/BluetoothError`` where it is not.
    private func poweredAdapter(
      _ operation: BluetoothError.Operation, _ label: String?
    ) async throws -> (tree: BlueZTree, adapter: String) {
      let tree: BlueZTree
      do {
        tree = try await self.tree()
      } catch let error as BusError {
        throw BluetoothError(
          operation, device: label, .radio(error.name.hasSuffix("AccessDenied") ? .unauthorized : .unsupported))
      }
      let state = await Self.state(tree, wanted)
      guard state == .poweredOn, let adapter = await Self.adapter(tree, wanted) else {
        throw BluetoothError(operation, device: label, .radio(state))
      }
      return (tree, adapter)
    }

    // MARK: Scanning

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

    /// Gives advertisements until the task is cancelled, or the radio cannot be used any more.
    private func scan(_ filter: ScanFilter, _ found: @escaping @Sendable (Advertisement) -> Void) async throws {
      let (tree, adapter) = try await poweredAdapter(.scan, nil)
      let listener = await tree.listen { [weak tree] change in
        guard case .changed(let path, Interface.device, let properties, let isNew) = change,
          path.hasPrefix(adapter + "/"), isNew || BlueZAdvertisement.isHeard(properties)
        else { return }
        tree?.assumeIsolated { tree in
          guard let known = tree.properties(path, Interface.device) else { return }
          let advertisement = BlueZAdvertisement.advertisement(known)
          // BlueZ merges the filters of all programs, so it is asked again here.
          if filter.matches(advertisement) { found(advertisement) }
        }
      }
      defer { Task { await tree.stopListening(listener) } }
      // A discovery is the bus connection's own, and ends with it.
      let discovery = try await Discovery.begin(address, adapter)
      do {
        let wanted = wanted
        let state = try await tree.wait { tree in
          let state = Self.state(tree, wanted)
          return state == .poweredOn ? nil : state
        }
        throw BluetoothError(.scan, device: nil, .radio(state))
      } catch {
        await discovery.end()
        throw error
      }
    }

    // MARK: Connecting

    public nonisolated func withConnection<Result: Sendable>(
      to device: DeviceID, label: String, timeout: Duration,
      _ body: (any Connection) async throws -> Result
    ) async throws -> Result {
      let (tree, adapter) = try await poweredAdapter(.connect, label)
      let link = BlueZLink(tree, adapter, address, device, label: label, clock: clock)
      do {
        let connection = try await link.connect(timeout)
        return try await TaskScope.with { scope in
          scope.start { await link.supervise() }
          do {
            let result = try await body(connection)
            await link.disconnect()
            return result
          } catch {
            await link.disconnect()
            throw error
          }
        }
      } catch {
        await link.disconnect()
        throw error
      }
    }
  }
#endif
