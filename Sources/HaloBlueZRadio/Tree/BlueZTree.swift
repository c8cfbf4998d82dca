#if BlueZ && os(Linux)
  /// A mirror of the objects that bluetoothd has on the bus: adapters, devices, services, characteristics, descriptors.
  ///
  /// It lives on the executor of its bus connection, so that every signal is in it before anything else happens, in the order in which
  /// signals and answers came. Everybody else waits for conditions over it; nobody asks again and again.
  actor BlueZTree {
    /// Something that happened.
    enum Change: Sendable {
      /// An object has something new: an interface with all of its properties, or properties that changed.
      case changed(path: String, interface: String, properties: [String: BusValue], isNew: Bool)
      /// An interface of an object is gone.
      case removed(path: String, interface: String)
      /// bluetoothd came or went; nothing is as it was.
      case restarted
    }

    static let service = "org.bluez"

    nonisolated let bus: BusConnection
    /// Takes notifications from their sockets, and does nothing else: the bus' own thread also runs what is done over links, and while
    /// that writes to a slow disk, packets would be lost.
    nonisolated let notifications = BusExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.executor.asUnownedSerialExecutor() }

    private var objects: [String: [String: [String: BusValue]]] = [:]
    /// The objects that have an interface: of an adapter is asked with every change, and there are thousands of devices.
    private var paths: [String: Set<String>] = [:]
    /// Whether bluetoothd is on the bus and has told what there is.
    private(set) var isPresent = false
    /// Whether it has been there since this was opened.
    private(set) var hasBeenPresent = false
    /// Why it could not be asked.
    private(set) var refusal: BusError?
    /// Whether the bus connection is gone, so that nothing comes any more.
    private(set) var isLost = false
    private var listeners: [Int: @Sendable (Change) -> Void] = [:]
    private var waiters: [Int: Waiter] = [:]
    private var nextNumber = 0

    /// Somebody who waits for a condition.
    private struct Waiter {
      /// Whether the wait is over.
      let check: (isolated BlueZTree) -> Bool
      let cancel: () -> Void
    }

    private init(_ bus: BusConnection) { self.bus = bus }

    /// A mirror over a bus. Where bluetoothd is not there, it is empty until it comes.
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

    /// The rules come first, so that nothing is missed between them and the first answer.
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

    /// Asks for everything there is.
    private func ask() async {
      _ = try? await bus.call(
        Self.service, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", timeout: .seconds(20)
      ) { [weak self] result in self?.assumeIsolated { $0.take(result) } }
    }

    private func take(_ result: Result<[BusValue], BusError>) {
      switch result {
      case .success(let values):
        refusal = nil
        (isPresent, hasBeenPresent) = (true, true)
        (objects, paths) = ([:], [:])
        for (path, interfaces) in values.first?.dictionary ?? [:] {
          for (interface, properties) in interfaces.dictionary ?? [:] {
            put(path, interface, properties.dictionary ?? [:])
          }
        }
        tell(.restarted)
      case .failure(let error):
        forget(error)
        // It was busy, as at the machine's start.
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
    }

    private func forget(_ error: BusError?) {
      refusal = error
      isPresent = false
      (objects, paths) = ([:], [:])
      tell(.restarted)
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
          tell(.changed(path: path, interface: interface, properties: properties, isNew: true))
        }
      } else {
        for interface in message.arguments.last?.texts ?? [] {
          objects[path]?[interface] = nil
          paths[interface]?.remove(path)
          if objects[path]?.isEmpty == true { objects[path] = nil }
          tell(.removed(path: path, interface: interface))
        }
      }
    }

    private func propertiesChanged(_ message: BusMessage) {
      // Of objects that nobody has told of, there is nothing to keep.
      guard message.arguments.count == 3, let interface = message.arguments[0].text,
        objects[message.path]?[interface] != nil
      else { return }
      let changed = message.arguments[1].dictionary ?? [:]
      objects[message.path]?[interface]?.merge(changed) { $1 }
      for name in message.arguments[2].texts { objects[message.path]?[interface]?[name] = nil }
      tell(.changed(path: message.path, interface: interface, properties: changed, isNew: false))
    }

    private func tell(_ change: Change) {
      for listener in listeners.values { listener(change) }
      for (number, waiter) in waiters where waiter.check(self) { waiters[number] = nil }
    }

    // MARK: Looking

    /// The properties of an object's interface; `nil` where it has none.
    func properties(_ path: String, _ interface: String) -> [String: BusValue]? { objects[path]?[interface] }

    /// The objects that have an interface, in the order of their paths.
    func paths(with interface: String, below prefix: String = "/") -> [String] {
      (paths[interface] ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// How many objects, listeners and waiters there are.
    var counts: (objects: Int, listeners: Int, waiters: Int) { (objects.count, listeners.count, waiters.count) }

    // MARK: Waiting

    /// Calls `handler` with everything that happens, in order, on this executor.
    func listen(_ handler: @escaping @Sendable (Change) -> Void) -> Int {
      nextNumber += 1
      listeners[nextNumber] = handler
      return nextNumber
    }

    /// Ends a listener.
    func stopListening(_ number: Int) { listeners[number] = nil }

    /// Waits until `condition` gives something, and gives that. It is asked now, and whenever something has changed.
    ///
    /// - Throws: What `condition` throws, and `CancellationError`.
    func wait<Value: Sendable>(
      _ condition: @escaping @Sendable (isolated BlueZTree) throws -> Value?
    ) async throws -> Value {
      nextNumber += 1
      let number = nextNumber
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
          let check: (isolated BlueZTree) -> Bool = { tree in
            do {
              guard let value = try condition(tree) else { return false }
              continuation.resume(returning: value)
            } catch {
              continuation.resume(throwing: error)
            }
            return true
          }
          if Task.isCancelled {
            continuation.resume(throwing: CancellationError())
          } else if !check(self) {
            waiters[number] = Waiter(check: check) { continuation.resume(throwing: CancellationError()) }
          }
        }
      } onCancel: {
        Task { await self.cancel(number) }
      }
    }

    /// Waits for an answer of bluetoothd about an object: before it answers it sends what it has to tell, so that all of that is in here.
    func catchUp(_ path: String) async {
      _ = try? await bus.call(Self.service, path, Interface.properties, "GetAll", [.string(Interface.device)])
    }

    private func cancel(_ number: Int) { waiters.removeValue(forKey: number)?.cancel() }

    /// Closes the bus connection; who waits gets an error.
    func close() async {
      lose()
      await bus.close()
    }
  }
#endif
