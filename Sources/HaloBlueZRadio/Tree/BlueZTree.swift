#if BlueZ && os(Linux)
  /// A mirror of bluetoothd's objects on the bus: adapters, devices, services, characteristics, descriptors.
  ///
  /// It runs on the executor of its bus connection, so that it applies every signal before other code runs, in order
  /// with the answers. Other code waits for conditions on the mirror instead of polling.
  actor BlueZTree {
    /// A change of the mirror.
    enum Change: Sendable {
      /// An interface was added, with all its properties, or properties changed.
      case changed(path: String, interface: String, properties: [String: BusValue], isNew: Bool)
      /// An interface of an object was removed.
      case removed(path: String, interface: String)
      /// bluetoothd started or stopped; all objects are replaced.
      case restarted
    }

    static let service = "org.bluez"

    nonisolated let bus: BusConnection
    /// Reads notifications from their sockets and does nothing else. The bus thread also does the connections' work,
    /// and packets would be lost while that work writes to a slow disk.
    nonisolated let notifications = BusExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.executor.asUnownedSerialExecutor() }

    private var objects: [String: [String: [String: BusValue]]] = [:]
    /// The objects with each interface. The adapter is looked up on every change, and there are thousands of devices.
    private var paths: [String: Set<String>] = [:]
    /// The signal strength of each device's last advertisement. BlueZ forgets it when the last scan ends.
    private(set) var strengths: [String: Int] = [:]
    /// True if bluetoothd is on the bus and its objects are loaded.
    private(set) var isPresent = false
    /// True if bluetoothd has been present since the mirror was opened.
    private(set) var hasBeenPresent = false
    /// The error that made the objects unavailable, if any.
    private(set) var refusal: BusError?
    /// True if the bus connection is lost, so that changes no longer arrive.
    private(set) var isLost = false
    private var listeners: [Int: @Sendable (Change) -> Void] = [:]
    /// The tasks that wait for a condition. Each returns true if its wait is over.
    private var waiters: [Int: (isolated BlueZTree) -> Bool] = [:]
    private var nextNumber = 0

    private init(_ bus: BusConnection) { self.bus = bus }

    /// Opens a mirror on a bus. If bluetoothd is not running, the mirror is empty until it starts.
    static func open(_ address: BusConnection.Address) async throws -> BlueZTree {
      let tree = BlueZTree(try await BusConnection.open(address))
      do {
        try await tree.begin()
        return tree
      } catch {
        await tree.bus.close()
        throw error
      }
    }

    /// Subscribes to the signals before the first query, so that no change is missed.
    private func begin() async throws {
      _ = try await bus.match(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez'"
      ) { [weak self] message in self?.assumeIsolated { $0.ownerChanged(message) } }
      for member in ["InterfacesAdded", "InterfacesRemoved"] {
        _ = try await bus.match(
          "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.ObjectManager',member='\(member)'"
        ) { [weak self] message in self?.assumeIsolated { $0.interfacesChanged(message) } }
      }
      _ = try await bus.match(
        """
        type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',\
        path_namespace='/org/bluez'
        """
      ) { [weak self] message in self?.assumeIsolated { $0.propertiesChanged(message) } }
      await bus.onLoss { [weak self] in self?.assumeIsolated { $0.lose() } }
      await ask()
    }

    /// Queries all objects.
    private func ask() async {
      _ = try? await bus.call(
        Self.service, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", timeout: .seconds(20)
      ) { [weak self] result in self?.assumeIsolated { $0.take(result) } }
    }

    private func take(_ result: Result<[BusValue], BusError>) {
      switch result {
      case .success(let values):
        refusal = nil
        isPresent = true
        hasBeenPresent = true
        objects = [:]
        paths = [:]
        strengths = [:]
        for (path, interfaces) in values.first?.dictionary ?? [:] {
          for (interface, properties) in interfaces.dictionary ?? [:] {
            put(path, interface, properties.dictionary ?? [:])
          }
        }
        notifyListeners(.restarted)
      case .failure(let error):
        forget(error)
        // bluetoothd was busy, for example while the machine starts.
        if error.name == "org.freedesktop.DBus.Error.NoReply" { Task { [weak self] in await self?.ask() } }
      }
    }

    private func lose() {
      isLost = true
      forget(BusError.closed)
    }

    private func put(_ path: String, _ interface: String, _ properties: [String: BusValue]) {
      objects[path, default: [:]][interface] = properties
      paths[interface, default: []].insert(path)
      noteStrength(path, properties)
    }

    private func forget(_ error: BusError?) {
      refusal = error
      isPresent = false
      objects = [:]
      paths = [:]
      strengths = [:]
      notifyListeners(.restarted)
    }

    private func noteStrength(_ path: String, _ properties: [String: BusValue]) {
      if let strength = Advertisement.knownRSSI(properties["RSSI"]?.int) { strengths[path] = strength }
    }

    // MARK: Signals

    private func ownerChanged(_ message: BusMessage) {
      forget(nil)
      if message.arguments.last?.text?.isEmpty == false { Task { await ask() } }
    }

    private func interfacesChanged(_ message: BusMessage) {
      guard isPresent, let path = message.arguments.first?.text else { return }
      if message.member == "InterfacesAdded" {
        for (interface, properties) in message.arguments.last?.dictionary ?? [:] {
          let properties = properties.dictionary ?? [:]
          put(path, interface, properties)
          notifyListeners(.changed(path: path, interface: interface, properties: properties, isNew: true))
        }
      } else {
        for interface in message.arguments.last?.texts ?? [] {
          objects[path]?[interface] = nil
          paths[interface]?.remove(path)
          if objects[path]?.isEmpty == true { (objects[path], strengths[path]) = (nil, nil) }
          notifyListeners(.removed(path: path, interface: interface))
        }
      }
    }

    private func propertiesChanged(_ message: BusMessage) {
      // Ignores objects that have not been reported.
      guard message.arguments.count == 3, let interface = message.arguments[0].text,
        objects[message.path]?[interface] != nil
      else { return }
      let changed = message.arguments[1].dictionary ?? [:]
      objects[message.path]?[interface]?.merge(changed) { $1 }
      noteStrength(message.path, changed)
      for name in message.arguments[2].texts { objects[message.path]?[interface]?[name] = nil }
      notifyListeners(.changed(path: message.path, interface: interface, properties: changed, isNew: false))
    }

    private func notifyListeners(_ change: Change) {
      for listener in listeners.values { listener(change) }
      for (number, check) in waiters where check(self) { waiters[number] = nil }
    }

    // MARK: Lookup

    /// Returns the properties of an object's interface; nil if the object does not have the interface.
    func properties(_ path: String, _ interface: String) -> [String: BusValue]? { objects[path]?[interface] }

    /// Returns whether the device at a path is bonded.
    func isBonded(_ path: String) -> Bool {
      let properties = properties(path, Interface.device)
      return (properties?["Bonded"] ?? properties?["Paired"])?.bool == true
    }

    /// Returns the objects with an interface, in the order of their paths.
    func paths(with interface: String, below prefix: String = "/") -> [String] {
      (paths[interface] ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// The numbers of objects, listeners and waiters.
    var counts: (objects: Int, listeners: Int, waiters: Int) { (objects.count, listeners.count, waiters.count) }

    // MARK: Waiting

    /// Calls `handler` with every change, in order, on this executor.
    func listen(_ handler: @escaping @Sendable (Change) -> Void) -> Int {
      nextNumber += 1
      listeners[nextNumber] = handler
      return nextNumber
    }

    /// Removes a listener.
    func stopListening(_ number: Int) { listeners[number] = nil }

    /// Waits until `condition` returns a value, and returns that value. The condition is evaluated at once and after
    /// every change.
    ///
    /// - Throws: Any error of `condition`, and `CancellationError`.
    func wait<Value: Sendable>(
      _ condition: @escaping @Sendable (isolated BlueZTree) throws -> Value?
    ) async throws -> Value {
      try Task.checkCancellation()
      let (values, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
      let check: (isolated BlueZTree) -> Bool = { tree in
        do {
          guard let value = try condition(tree) else { return false }
          continuation.yield(value)
        } catch {
          continuation.finish(throwing: error)
        }
        return true
      }
      nextNumber += 1
      let number = nextNumber
      if !check(self) { waiters[number] = check }
      defer { waiters[number] = nil }
      for try await value in values { return value }
      throw CancellationError()
    }

    /// Waits for a reply of bluetoothd about an object. bluetoothd sends pending signals before the reply, so the
    /// mirror is then current.
    func synchronize(_ path: String) async {
      _ = try? await bus.call(Self.service, path, Interface.properties, "GetAll", [.string(Interface.device)])
    }

    /// Closes the bus connection. Pending waits throw an error.
    func close() async {
      lose()
      await bus.close()
    }
  }
#endif
