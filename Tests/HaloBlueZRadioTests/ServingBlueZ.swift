#if BlueZ && os(Linux)
  @testable import HaloBlueZRadio

  /// The part of bluetoothd that a program with a served device uses: it accepts applications and advertisements, reads
  /// their objects as bluetoothd does, and forwards the requests of centrals.
  actor ServingBlueZ {
    static let adapter = "/org/bluez/hci0"
    static let central = "/org/bluez/hci0/dev_00_11_22_33_44_55"

    nonisolated let bus: BusConnection
    /// The bus connection's executor, so that calls are sent in order.
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.executor.asUnownedSerialExecutor() }

    /// The objects of the registered application, and the properties of the advertisement.
    private(set) var application: [String: BusValue]?
    private(set) var advertisement: [String: BusValue]?
    /// The calls to register and unregister.
    private(set) var log: [String] = []
    /// The bus name of the registered program.
    private(set) var client = ""
    /// The errors for scripted refusals, by method.
    private var refusals: [String: BusError] = [:]

    private init(_ bus: BusConnection) { self.bus = bus }

    static func start(_ daemon: PrivateBus, refusing refusals: [String: BusError] = [:]) async throws -> ServingBlueZ {
      let bluez = ServingBlueZ(try await BusConnection.open(.at(daemon.address)))
      try await bluez.begin(refusals)
      return bluez
    }

    private func begin(_ refusals: [String: BusError]) async throws {
      self.refusals = refusals
      _ = try await bus.serve("/") { [weak self] message, reply in
        Task {
          switch await self?.answer(message) ?? .failure(BusError.closed) {
          case .success(let values): reply.send(values)
          case .failure(let error): reply.fail(error)
          }
        }
      }
      try await bus.requestName("org.bluez")
    }

    private func answer(_ message: BusMessage) async -> Result<[BusValue], BusError> {
      let path = message.arguments.first?.text ?? ""
      if let refusal = refusals[message.member] { return .failure(refusal) }
      do {
        switch message.member {
        case "GetManagedObjects":
          return .success([
            .objects([
              Self.adapter: [
                Interface.adapter: ["Powered": .bool(true)], Interface.serviceManager: [:],
                Interface.advertisingManager: [:],
              ],
              Self.central: [
                Interface.device: ["Address": .string("00:11:22:33:44:55"), "Connected": .bool(false)]
              ],
            ])
          ])
        case "RegisterApplication":
          client = message.sender
          application = try await bus.call(client, path, Interface.objects, "GetManagedObjects").first?.dictionary
        case "RegisterAdvertisement":
          advertisement = try await bus.call(
            message.sender, path, Interface.properties, "GetAll", [.string(Interface.advertisement)]
          ).first?.dictionary
        case "UnregisterApplication": application = nil
        case "UnregisterAdvertisement": advertisement = nil
        default: return .failure(BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: message.member))
        }
      } catch let error as BusError {
        return .failure(error)
      } catch {
        return .failure(BusError.closed)
      }
      log.append(message.member)
      return .success([])
    }

    /// Returns the path of an attribute of the application.
    func path(_ uuid: String) -> String {
      application?.first { entry in
        (entry.value.dictionary ?? [:]).values.contains { $0.dictionary?["UUID"] == .string(uuid) }
      }?.key ?? "/none"
    }

    // MARK: Requests of centrals

    func read(
      _ path: String, offset: UInt16 = 0, _ interface: String = Interface.characteristic
    ) async throws -> [UInt8] {
      var options: [String: BusValue] = ["device": .path(Self.central), "mtu": .uint16(23)]
      if offset > 0 { options["offset"] = .uint16(offset) }
      return try await bus.call(client, path, interface, "ReadValue", [.dictionary(options)]).first?.bytes ?? []
    }

    func write(_ value: [UInt8], _ path: String, _ options: [String: BusValue] = [:]) async throws {
      let options = options.merging(["device": .path(Self.central), "type": .string("command")]) { own, _ in own }
      _ = try await bus.call(
        client, path, Interface.characteristic, "WriteValue", [.bytes(value), .dictionary(options)])
    }

    /// Writes values without waiting for the answers to earlier ones.
    func writeAtOnce(_ values: [[UInt8]], _ path: String) async throws {
      let calls = values.map { value in Task { try await write(value, path) } }
      for call in calls { try await call.value }
    }

    func call(_ member: String, _ path: String) async throws {
      _ = try await bus.call(client, path, Interface.characteristic, member)
    }

    /// Returns a stream of the values notified from now on.
    func notifications() async throws -> AsyncStream<[UInt8]> {
      let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
      _ = try await bus.match("type='signal',member='PropertiesChanged',path_namespace='/halo'") { message in
        if message.arguments.first?.text == Interface.characteristic, message.arguments.count == 3,
          let value = message.arguments[1].dictionary?["Value"]?.bytes
        {
          continuation.yield(value)
        }
      }
      return stream
    }

    // MARK: State changes

    func set(_ property: String, _ value: Bool, of path: String, _ interface: String) async {
      await bus.emit(
        path, Interface.properties, "PropertiesChanged",
        [.string(interface), .dictionary([property: .bool(value)]), .array([])])
    }

    /// Returns the names on the bus, without that of the bus itself.
    func connections() async throws -> Set<String> {
      let names = try await bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
      return Set(names.first?.texts ?? []).subtracting(["org.freedesktop.DBus"])
    }

    func close() async { await bus.close(releasing: "org.bluez") }
  }
#endif
