#if BlueZ && os(Linux)
  import Glibc
  import HaloBluetooth
  import HaloRadioConformance
  import HaloSimulatedRadio

  @testable import HaloBlueZRadio

  /// An `org.bluez` on a private bus that behaves like bluetoothd, as far as a central needs it, with the deviations
  /// that a test scripts: errors, missing answers, unusual orders, thousands of devices.
  ///
  /// It runs on the executor of its bus connection, so that calls are handled in order and signals are sent in the
  /// order of the changes.
  actor FakeBlueZ {
    /// A scripted reaction to a call instead of the default one.
    typealias Scene = @Sendable (isolated FakeBlueZ, BusMessage, BusReply) -> Void

    nonisolated let bus: BusConnection
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.executor.asUnownedSerialExecutor() }

    private(set) var objects: [String: [String: [String: BusValue]]] = [:]
    /// The devices in range, by address.
    private var air: [String: TrialDevice] = [:]
    /// The paths of the characteristics of connected devices.
    private var characteristics: [String: (device: TrialDevice, characteristic: Characteristic)] = [:]
    private var notifying: [String: Notifying] = [:]
    private var discoveries: [String: String] = [:]
    private var releaseWaiters: [CheckedContinuation<Void, Never>] = []
    private var agents: [String: String] = [:]
    private var scenes: [String: [Scene]] = [:]
    /// Calls whose answers a script holds back.
    private var kept: [BusReply] = []
    /// The number of calls of each method.
    private(set) var calls: [String: Int] = [:]
    /// True if characteristics support notification sockets.
    let hasSockets: Bool
    /// True if devices were bonded before they are found.
    private let areBonded: Bool

    /// The listener of a characteristic.
    private struct Notifying {
      let client: String
      /// This end of the socket; `nil` if signals are sent.
      let socket: BusDescriptor?
    }

    private init(_ bus: BusConnection, hasSockets: Bool, areBonded: Bool) {
      self.bus = bus
      self.areBonded = areBonded
      self.hasSockets = hasSockets
    }

    /// Starts a bluetoothd on the bus at `address`, with one adapter that is on.
    static func start(
      on address: String, hasSockets: Bool = true, areBonded: Bool = false, adapters: [String] = ["hci0"]
    ) async throws -> FakeBlueZ {
      let fake = FakeBlueZ(
        try await BusConnection.open(.at(address)), hasSockets: hasSockets, areBonded: areBonded)
      for adapter in adapters { await fake.plug(adapter) }
      try await fake.serve()
      return fake
    }

    private func serve() async throws {
      _ = try await bus.serve("/") { [weak self] call, reply in self?.assumeIsolated { $0.take(call, reply) } }
      _ = try await bus.match("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''") {
        [weak self] message in
        self?.assumeIsolated { $0.forget(client: message.arguments.first?.text ?? "") }
      }
      try await bus.requestName("org.bluez")
    }

    /// Disappears, as bluetoothd does when it is killed. The bus confirms that the name is free for a successor.
    func kill() async {
      kept.removeAll()
      notifying.removeAll()
      await bus.close(releasing: "org.bluez")
    }

    // MARK: Actions of a test

    /// Scripts the next call of a method. Further scripts apply to the calls after it.
    func next(_ member: String, _ scene: @escaping Scene) { scenes[member, default: []].append(scene) }

    /// Makes the next call of a method fail.
    func fail(_ member: String, _ name: String, _ message: String = "") {
      next(member) { _, _, reply in reply.fail(BusError(name: name, message: message)) }
    }

    /// Holds back the answer to a call.
    func keep(_ reply: BusReply) { kept.append(reply) }

    /// Brings a device into range. Running discoveries find it.
    func add(_ device: TrialDevice) {
      air[device.profile.device.text] = device
      for adapter in Set(discoveries.values) { announce(device, adapter) }
    }

    /// Takes a device out of range. Its object remains until bluetoothd removes it.
    func remove(_ device: TrialDevice) { air[device.profile.device.text] = nil }

    /// Plugs an adapter in.
    func plug(_ adapter: String, isOn: Bool = true) {
      add(
        "/org/bluez/\(adapter)", Interface.adapter,
        [
          "Address": .string("00:AA:01:00:00:0\(adapter.last ?? "0")"), "Powered": .bool(isOn),
          "Name": .string("fake"), "Discovering": .bool(false),
        ])
    }

    /// Unplugs an adapter and removes the objects below it, in bluetoothd's order.
    func unplug(_ adapter: String) {
      for path in objects.keys.sorted().reversed() where path.hasPrefix("/org/bluez/\(adapter)") { remove(path) }
    }

    func setPowered(_ isOn: Bool, _ adapter: String = "hci0") {
      let path = "/org/bluez/\(adapter)"
      if !isOn {
        for device in devices(below: path) { dropLink(device) }
        for (client, adapter) in discoveries where adapter == path { discoveries[client] = nil }
      }
      change(path, Interface.adapter, ["Powered": .bool(isOn)])
    }

    /// Ends the link of a device, as when it goes out of range.
    func dropLink(_ path: String) {
      guard objects[path]?[Interface.device]?["Connected"]?.bool == true else { return }
      change(path, Interface.device, ["ServicesResolved": .bool(false)])
      change(path, Interface.device, ["Connected": .bool(false)])
      removeAttributes(path)
    }

    /// Removes the devices that are not connected, as bluetoothd does half a minute after a scan.
    func forgetDevices() {
      for path in devices(below: "/org/bluez") where objects[path]?[Interface.device]?["Connected"]?.bool != true {
        remove(path)
      }
    }

    /// Runs `body` on the bus executor.
    func perform(_ body: @Sendable (isolated FakeBlueZ) -> Void) { body(self) }

    /// Asks a client's agent whether a device may bond. `body` receives the name of its error, or an empty string.
    func ask(
      agentOf client: String, about device: String, _ body: @escaping @Sendable (isolated FakeBlueZ, String) -> Void
    ) {
      guard let agent = agents[client] else { return body(self, "no agent") }
      Task {
        var refusal = ""
        do {
          try await bus.call(client, agent, Interface.agent, "RequestAuthorization", [.path(device)])
        } catch {
          refusal = (error as? BusError)?.name ?? "\(error)"
        }
        body(self, refusal)
      }
    }

    /// Returns the path of a device's object.
    nonisolated func path(of device: TrialDevice, _ adapter: String = "hci0") -> String {
      "/org/bluez/\(adapter)/dev_\(device.profile.device.text.replacing(":", with: "_"))"
    }

    /// The number of resources held for clients.
    var heldCount: Int { discoveries.count + agents.count + notifying.count + kept.count }

    /// Returns once nothing is held for a client: the bus reports closed connections late.
    func released() async {
      if heldCount > 0 { await withCheckedContinuation { releaseWaiters.append($0) } }
    }

    // MARK: Objects

    func devices(below path: String) -> [String] {
      objects.filter { $0.value[Interface.device] != nil && $0.key.hasPrefix(path) }.keys.sorted()
    }

    func add(_ path: String, _ interface: String, _ properties: [String: BusValue]) {
      objects[path, default: [:]][interface] = properties
      bus.assumeIsolated {
        $0.emit(
          "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded",
          [.path(path), .interfaces([interface: properties])])
      }
    }

    func remove(_ path: String) {
      guard let interfaces = objects.removeValue(forKey: path) else { return }
      characteristics[path] = nil
      notifying[path] = nil
      bus.assumeIsolated {
        $0.emit(
          "/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved",
          [.path(path), .array(interfaces.keys.sorted().map { .string($0) })])
      }
    }

    func change(_ path: String, _ interface: String, _ properties: [String: BusValue]) {
      objects[path]?[interface]?.merge(properties) { $1 }
      bus.assumeIsolated {
        $0.emit(
          path, Interface.properties, "PropertiesChanged", [.string(interface), .dictionary(properties), .array([])])
      }
    }

    // MARK: Calls

    private func take(_ call: BusMessage, _ reply: BusReply) {
      calls[call.member, default: 0] += 1
      if var waiting = scenes[call.member], !waiting.isEmpty {
        let scene = waiting.removeFirst()
        scenes[call.member] = waiting
        return scene(self, call, reply)
      }
      answer(call, reply)
    }

    /// Handles a call as bluetoothd does.
    func answer(_ call: BusMessage, _ reply: BusReply) {
      guard call.path == "/" || call.path == "/org/bluez" || objects[call.path] != nil else {
        return reply.fail(
          BusError(name: "org.freedesktop.DBus.Error.UnknownObject", message: "Unknown object '\(call.path)'."))
      }
      switch call.member {
      case "GetManagedObjects": reply.send([.objects(objects)])
      case "SetDiscoveryFilter": reply.send()
      case "StartDiscovery": startDiscovery(call, reply)
      case "StopDiscovery":
        endDiscovery(of: call.sender)
        reply.send()
      case "Connect": connect(call.path, reply)
      case "Disconnect":
        // Like bluetoothd, this signals only actual changes: a late `Connected` would end the next link.
        let wasConnected = objects[call.path]?[Interface.device]?["Connected"]?.bool == true
        if wasConnected { change(call.path, Interface.device, ["ServicesResolved": .bool(false)]) }
        reply.send()
        if wasConnected { change(call.path, Interface.device, ["Connected": .bool(false)]) }
        removeAttributes(call.path)
        if let device = device(at: call.path), !discoveries.isEmpty { announce(device, adapter(of: call.path)) }
      case "RegisterAgent":
        agents[call.sender] = call.arguments.first?.text
        reply.send()
      case "UnregisterAgent":
        agents[call.sender] = nil
        reply.send()
      case "Pair": pair(call, reply)
      case "ReadValue": read(call, reply)
      case "WriteValue": write(call, reply)
      case "AcquireNotify": acquire(call, reply)
      case "StartNotify":
        if case .socket = listener(at: call.path) {
          return reply.fail(BusError(name: "org.bluez.Error.NotPermitted", message: "Notify acquired"))
        }
        listen(at: call.path, client: call.sender, socket: nil)
        reply.send()
      default:
        reply.fail(BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "no \(call.member)"))
      }
    }

    private func forget(client: String) {
      endDiscovery(of: client)
      agents[client] = nil
      for (path, who) in notifying where who.client == client { notifying[path] = nil }
      guard heldCount == 0 else { return }
      for waiter in releaseWaiters { waiter.resume() }
      releaseWaiters = []
    }

    // MARK: Adapters

    private func startDiscovery(_ call: BusMessage, _ reply: BusReply) {
      guard objects[call.path]?[Interface.adapter]?["Powered"]?.bool == true else {
        return reply.fail(BusError(name: "org.bluez.Error.NotReady", message: "Resource Not Ready"))
      }
      guard discoveries[call.sender] == nil else {
        return reply.fail(BusError(name: "org.bluez.Error.InProgress", message: "Operation already in progress"))
      }
      discoveries[call.sender] = call.path
      reply.send()
      for device in air.values.sorted(by: { $0.profile.device.text < $1.profile.device.text }) {
        announce(device, call.path)
      }
    }

    private func endDiscovery(of client: String) {
      guard let adapter = discoveries.removeValue(forKey: client), !discoveries.values.contains(adapter) else { return }
      // The signal strength of devices is removed with the last discovery.
      for path in devices(below: adapter) where objects[path]?[Interface.device]?["RSSI"] != nil {
        objects[path]?[Interface.device]?["RSSI"] = nil
        bus.assumeIsolated {
          $0.emit(
            path, Interface.properties, "PropertiesChanged",
            [.string(Interface.device), .dictionary([:]), .array([.string("RSSI")])])
        }
      }
    }

    /// Reports an advertisement. Connected devices do not advertise.
    private func announce(_ device: TrialDevice, _ adapter: String) {
      let path = "\(adapter)/dev_\(device.profile.device.text.replacing(":", with: "_"))"
      if let known = objects[path]?[Interface.device] {
        if known["Connected"]?.bool != true { change(path, Interface.device, ["RSSI": .int16(-50)]) }
        return
      }
      let profile = device.profile
      add(
        path, Interface.device,
        [
          "Address": .string(profile.device.text), "Name": .string(profile.name ?? ""),
          "Alias": .string(profile.name ?? ""), "Adapter": .path(adapter), "RSSI": .int16(-50),
          "UUIDs": .array(profile.advertisedServices.map { .string(Self.long($0)) }),
          "ManufacturerData": .numbered(profile.manufacturerData.mapValues { .bytes($0) }), "Connected": .bool(false),
          "Paired": .bool(areBonded), "Bonded": .bool(areBonded), "Trusted": .bool(false),
          "ServicesResolved": .bool(false),
        ])
    }

    /// Returns a UUID in bluetoothd's format.
    private static func long(_ uuid: BluetoothUUID) -> String {
      guard let short = uuid.short else { return "\(uuid)".lowercased() }
      let digits = String(short, radix: 16)
      return "0000\(String(repeating: "0", count: 4 - digits.count))\(digits)-0000-1000-8000-00805f9b34fb"
    }

    // MARK: Characteristics

    /// How a characteristic sends notifications.
    enum Listener {
      case socket(BusDescriptor)
      case signals
    }

    func note(_ characteristic: Characteristic, of device: TrialDevice, at path: String) {
      characteristics[path] = (device, characteristic)
    }

    func characteristic(at path: String) -> (device: TrialDevice, characteristic: Characteristic)? {
      characteristics[path]
    }

    func paths(of uuid: BluetoothUUID, below device: String) -> [String] {
      characteristics.filter { $0.key.hasPrefix(device + "/") && $0.value.characteristic.uuid == uuid }.keys.sorted()
    }

    func listen(at path: String, client: String, socket: BusDescriptor?) {
      notifying[path] = Notifying(client: client, socket: socket)
    }

    /// Closes the sockets of a device's characteristics.
    func stopListening(below device: String) {
      for path in notifying.keys where path.hasPrefix(device + "/") { notifying[path] = nil }
    }

    func listener(at path: String) -> Listener? {
      notifying[path].map { $0.socket.map(Listener.socket) ?? .signals }
    }

    func isNotifyingBySignals(_ path: String) -> Bool {
      if case .signals = listener(at: path) { true } else { false }
    }

    // MARK: Devices

    private func device(at path: String) -> TrialDevice? {
      objects[path]?[Interface.device]?["Address"]?.text.flatMap { air[$0] }
    }

    /// Returns the adapter of a device's object.
    private func adapter(of path: String) -> String { path.split(separator: "/").prefix(3).map { "/" + $0 }.joined() }

    private func connect(_ path: String, _ reply: BusReply) {
      guard objects[adapter(of: path)]?[Interface.adapter]?["Powered"]?.bool == true else {
        return reply.fail(BusError(name: "org.bluez.Error.NotReady", message: "Resource Not Ready"))
      }
      if objects[path]?[Interface.device]?["Connected"]?.bool == true {
        return reply.fail(BusError(name: "org.bluez.Error.AlreadyConnected", message: "Already Connected"))
      }
      // There is no answer until the caller's timeout.
      guard let device = device(at: path) else { return keep(reply) }
      change(path, Interface.device, ["Connected": .bool(true)])
      reply.send()
      addAttributes(path, device)
      change(path, Interface.device, ["ServicesResolved": .bool(true)])
    }

    private func pair(_ call: BusMessage, _ reply: BusReply) {
      guard objects[call.path]?[Interface.device]?["Paired"]?.bool != true else {
        return reply.fail(BusError(name: "org.bluez.Error.AlreadyExists", message: "Already Exists"))
      }
      let path = call.path
      ask(agentOf: call.sender, about: path) { fake, refusal in
        guard refusal.isEmpty else {
          return reply.fail(
            BusError(name: "org.bluez.Error.AuthenticationRejected", message: "Authentication Rejected"))
        }
        fake.change(path, Interface.device, ["Paired": .bool(true), "Bonded": .bool(true)])
        guard fake.objects[path]?[Interface.device]?["Connected"]?.bool == true else {
          return fake.connect(path, reply)
        }
        reply.send()
      }
    }
  }
#endif
