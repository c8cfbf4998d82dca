#if BlueZ && os(Linux)
  import Foundation
  import Glibc
  import HaloBluetooth
  import HaloRadioConformance
  import HaloSimulatedRadio
  import Testing

  @testable import HaloBlueZRadio

  /// Rare behavior of bluetoothd that cannot be provoked with the real daemon.
  @Suite(
    "BlueZ radio: unusual behavior of bluetoothd",
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct SceneTests {
    private let daemon: PrivateBus
    private let device = TrialDevice()

    init() throws { daemon = try PrivateBus() }

    private func start(
      hasSockets: Bool = true, areBonded: Bool = false, adapters: [String] = ["hci0"]
    ) async throws -> FakeBlueZ {
      let fake = try await FakeBlueZ.start(
        on: daemon.address, hasSockets: hasSockets, areBonded: areBonded, adapters: adapters)
      await fake.add(device)
      return fake
    }

    private func radio(adapter: String? = nil, clock: any Clock<Duration> = ShortPauseClock()) -> BlueZCentral {
      BlueZCentral(.at(daemon.address), adapter: adapter, clock: clock)
    }

    private func withLink<Result: Sendable>(
      _ radio: BlueZCentral, timeout: Duration = .seconds(20), _ body: (Link) async throws -> Result
    ) async throws -> Result {
      try await radio.withConnection(to: device.profile.device, label: "trial", timeout: timeout) {
        try await body(try await Link($0))
      }
    }

    /// Returns the value of the characteristic that contains `1 2 3`.
    private func short(_ link: Link) async throws -> [UInt8] {
      try await link.connection.read(try link.characteristic(TrialDevice.ID.short)).bytes
    }

    private func reason(_ body: () async throws -> Void) async throws -> BluetoothError.Reason {
      do { try await body() } catch let error as BluetoothError { return error.reason }
      Issue.record("there was no error")
      return .attributeNotFound
    }

    // MARK: Connecting

    @Test(arguments: [
      ("org.bluez.Error.Failed", "le-connection-abort-by-local"), ("org.bluez.Error.InProgress", "In Progress"),
      ("org.freedesktop.DBus.Error.NoReply", "Message recipient disconnected"),
    ])
    func `retries an aborted, concurrent or unanswered connection attempt`(name: String, message: String) async throws {
      let fake = try await start()
      for _ in 0..<3 { await fake.fail("Connect", name, message) }
      let radio = radio()
      let value = try await withLink(radio) { try await short($0) }
      #expect(value == [1, 2, 3])
      #expect(await fake.calls["Connect"] == 4)
    }

    @Test func `connects to a device that bluetoothd removed after the scan`() async throws {
      let fake = try await start()
      let radio = radio()
      for try await _ in radio.scan(ScanFilter()) { break }
      await fake.next("Connect") { fake, _, reply in
        fake.forgetDevices()
        reply.fail(BusError(name: "org.freedesktop.DBus.Error.UnknownObject", message: "no such object"))
      }
      let value = try await withLink(radio) { try await short($0) }
      #expect(value == [1, 2, 3])
    }

    @Test func `connects even if Connected is never signaled`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      await fake.next("Connect") { [device] fake, _, reply in
        reply.send()
        fake.addAttributes(path, device)
        fake.change(path, Interface.device, ["ServicesResolved": .bool(true)])
      }
      let value = try await withLink(radio()) { try await short($0) }
      #expect(value == [1, 2, 3])
    }

    @Test func `connects if services are resolved before Connect returns`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      await fake.next("Connect") { [device] fake, _, reply in
        fake.addAttributes(path, device)
        fake.change(path, Interface.device, ["ServicesResolved": .bool(true)])
        fake.change(path, Interface.device, ["Connected": .bool(true)])
        reply.send()
      }
      let value = try await withLink(radio()) { try await short($0) }
      #expect(value == [1, 2, 3])
    }

    @Test func `reports a link lost before its services are resolved, and connects again`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      await fake.next("Connect") { fake, _, reply in
        fake.change(path, Interface.device, ["Connected": .bool(true)])
        reply.send()
        fake.change(path, Interface.device, ["Connected": .bool(false)])
      }
      let radio = radio()
      let reason = try await self.reason { try await withLink(radio) { _ in } }
      #expect(reason == .disconnected)
      let value = try await withLink(radio) { try await short($0) }
      #expect(value == [1, 2, 3])
    }

    @Test func `takes over a link that an ended program left behind`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      let radio = radio()
      for try await _ in radio.scan(ScanFilter()) { break }
      await fake.perform { [device] fake in
        fake.change(path, Interface.device, ["Connected": .bool(true)])
        fake.addAttributes(path, device)
        fake.change(path, Interface.device, ["ServicesResolved": .bool(true)])
      }
      // The device does not advertise, but a scan still finds it.
      var seen: DeviceID?
      for try await advertisement in radio.scan(ScanFilter(name: "trial")) {
        seen = advertisement.device
        break
      }
      #expect(seen == device.profile.device)
      let value = try await withLink(radio) { try await short($0) }
      #expect(value == [1, 2, 3])
    }

    @Test(arguments: ["Notifying", "NotifyAcquired"])
    func `does not take over a link through which another program receives notifications, unless allowed`(
      property: String
    ) async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      let radio = radio()
      for try await _ in radio.scan(ScanFilter()) { break }
      await fake.perform { [device] fake in
        fake.change(path, Interface.device, ["Connected": .bool(true)])
        fake.addAttributes(path, device)
        fake.change(path, Interface.device, ["ServicesResolved": .bool(true)])
        for place in fake.paths(of: TrialDevice.ID.numbers, below: path) {
          fake.change(place, Interface.characteristic, [property: .bool(true)])
        }
      }
      for try await _ in radio.scan(ScanFilter(name: "trial")) { break }
      let reason = try await self.reason { try await withLink(radio) { _ in } }
      #expect(reason == .inUse)
      #expect(await fake.calls["Connect"] == nil)
      #expect(await fake.calls["Disconnect"] == nil)
      let value = try await LinkTakeover.$isAllowed.withValue(true) {
        try await withLink(radio) { try await short($0) }
      }
      #expect(value == [1, 2, 3])
      #expect(await fake.calls["Disconnect"] == 1)
    }

    @Test func `an unanswered connection attempt times out and is canceled`() async throws {
      let fake = try await start()
      await fake.next("Connect") { fake, _, reply in fake.keep(reply) }
      // On this clock the timeout ends at once; the device is already known.
      let radio = radio(clock: ShortPauseClock(longestPause: .seconds(10)))
      for try await _ in radio.scan(ScanFilter()) { break }
      let reason = try await self.reason { try await withLink(radio, timeout: .seconds(5)) { _ in } }
      #expect(reason == .timedOut(.seconds(5)))
      #expect(await fake.calls["Disconnect"] == 1)
    }

    // MARK: Values

    @Test func `waits until another operation on a characteristic has ended`() async throws {
      let fake = try await start()
      for _ in 0..<20 { await fake.fail("ReadValue", "org.bluez.Error.InProgress", "In Progress") }
      let value = try await withLink(radio()) { try await short($0) }
      #expect(value == [1, 2, 3])
      #expect(await fake.calls["ReadValue"] == 21)
    }

    @Test(
      arguments: [
        ("Failed", "Operation failed with ATT error: 0x0e (Unlikely)", .attribute(code: 0x0E)),
        ("Failed", "Operation failed with ATT error: 0x81", .attribute(code: 0x81)),
        ("Failed", "", .attribute(code: 0x0E)), ("NotPermitted", "Read not permitted", .attribute(code: 0x02)),
        ("NotPermitted", "Write not permitted", .attribute(code: 0x03)),
        ("NotSupported", "", .attribute(code: 0x06)),
        ("InvalidArguments", "Invalid offset", .attribute(code: 0x07)), ("InvalidOffset", "", .attribute(code: 0x07)),
        ("InvalidArguments", "Invalid Length", .attribute(code: 0x0D)),
        ("InvalidValueLength", "", .attribute(code: 0x0D)), ("NotAuthorized", "", .attribute(code: 0x08)),
        ("ImproperlyConfigured", "", .attribute(code: 0xFD)), ("NotConnected", "Not Connected", .disconnected),
        ("NotReady", "", .radio(.poweredOff)),
      ] as [(String, String, BluetoothError.Reason)])
    func `maps every error of bluetoothd`(name: String, message: String, expected: BluetoothError.Reason) async throws {
      let fake = try await start()
      await fake.fail("ReadValue", "org.bluez.Error.\(name)", message)
      let reason = try await self.reason { try await withLink(radio()) { _ = try await short($0) } }
      #expect(reason == expected)
    }

    @Test func `reports that another program owns a characteristic's socket`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      let reason = try await self.reason {
        try await withLink(radio()) { link in
          await fake.perform { fake in
            for place in fake.paths(of: TrialDevice.ID.numbers, below: path) {
              fake.listen(at: place, client: ":other", socket: BusDescriptor(dup(0)))
            }
          }
          _ = try await link.notifications(of: TrialDevice.ID.numbers)
        }
      }
      #expect(reason == .refused("another program is subscribed to it"))
    }

    @Test(arguments: [(hasSockets: false, isBonded: true), (true, false)])
    func `receives notifications by signals if bluetoothd has no sockets, or may crash because of them`(
      hasSockets: Bool, isBonded: Bool
    ) async throws {
      let fake = try await start(hasSockets: hasSockets, areBonded: isBonded)
      let values = try await withLink(radio()) { link in
        let values = try await link.notifications(of: TrialDevice.ID.numbers)
        try await link.order(.count, 50)
        return try await values.first(50)
      }
      #expect(values.map { $0[0] } == [UInt8](0..<50))
      let calls = await fake.calls
      #expect(calls["StartNotify"] == 1 && calls["AcquireNotify"] == nil)
    }

    @Test func `receives notifications while another program receives them by signals`() async throws {
      let fake = try await start(areBonded: true)
      let path = fake.path(of: device)
      let values = try await withLink(radio()) { link in
        await fake.perform { fake in
          for place in fake.paths(of: TrialDevice.ID.numbers, below: path) {
            fake.listen(at: place, client: ":other", socket: nil)
          }
        }
        let values = try await link.notifications(of: TrialDevice.ID.numbers)
        try await link.order(.count, 50)
        return try await values.first(50)
      }
      #expect(values.map { $0[0] } == [UInt8](0..<50))
    }

    @Test func `canceling the first of two subscribers does not cancel the second`() async throws {
      let fake = try await start(areBonded: true)
      let asked = AsyncStream<Void>.makeStream()
      await fake.next("AcquireNotify") { fake, _, reply in
        fake.keep(reply)
        asked.continuation.yield()
      }
      let values = try await withLink(radio()) { link in
        let numbers = try link.characteristic(TrialDevice.ID.numbers)
        let first = Task { _ = try await link.connection.notifications(of: numbers) }
        for await _ in asked.stream { break }
        let second = Task { try await link.connection.notifications(of: numbers) }
        // By now the second subscriber is queued on the connection or already waiting.
        _ = try await short(link)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let values = try await second.value
        try await link.order(.count, 20)
        return try await values.first(20)
      }
      #expect(values.map { $0[0] } == [UInt8](0..<20))
    }

    @Test func `ends the sequence if bluetoothd closes the socket, and can subscribe again`() async throws {
      let fake = try await start(areBonded: true)
      let path = fake.path(of: device)
      let values = try await withLink(radio()) { link in
        let before = try await link.notifications(of: TrialDevice.ID.numbers)
        await fake.stopListening(below: path)
        let end = try await reason { for try await _ in before {} }
        #expect(end == .disconnected)
        let values = try await link.notifications(of: TrialDevice.ID.numbers)
        try await link.order(.count, 20)
        return try await values.first(20)
      }
      #expect(values.map { $0[0] } == [UInt8](0..<20))
    }

    @Test func `an unanswered subscription times out without affecting the radio's state`() async throws {
      let fake = try await start(areBonded: true)
      await fake.fail("AcquireNotify", "org.freedesktop.DBus.Error.NoReply", "Method call timed out")
      let reason = try await self.reason {
        try await withLink(radio()) { _ = try await $0.notifications(of: TrialDevice.ID.numbers) }
      }
      #expect(reason == .timedOut(.seconds(35)))
    }

    // MARK: Loss of links

    @Test func `reports a crash of bluetoothd to all callers and recovers after its restart`() async throws {
      let fake = try await start()
      let radio = radio()
      var states = await radio.states().makeAsyncIterator()
      let first = await states.next()
      #expect(first == .poweredOn)
      let (reading, listening) = try await withLink(radio) { link in
        let values = try await link.notifications(of: TrialDevice.ID.numbers)
        await fake.kill()
        let listening = try await self.reason { for try await _ in values {} }
        return (try await reason { _ = try await short(link) }, listening)
      }
      // The socket may be closed before the bus reports that bluetoothd's name has lost its owner.
      #expect([.radio(.resetting), .disconnected].contains(listening))
      #expect(reading == .radio(.resetting))
      let second = await states.next()
      #expect(second == .resetting)
      async let value = withLink(radio) { try await short($0) }
      let again = try await start()
      #expect(try await value == [1, 2, 3])
      await again.kill()
    }

    @Test func `recovers when the adapter is unplugged and plugged in again`() async throws {
      let fake = try await start()
      let radio = radio()
      let listening = try await withLink(radio) { link in
        let values = try await link.notifications(of: TrialDevice.ID.numbers)
        await fake.unplug("hci0")
        return try await reason { for try await _ in values {} }
      }
      #expect(listening == .disconnected)
      #expect(await radio.state == .unsupported)
      // The adapter is plugged in again while the connection waits for it.
      async let value = withLink(radio) { try await short($0) }
      await fake.plug("hci0")
      #expect(try await value == [1, 2, 3])
    }

    @Test func `a scan ends if its adapter is unplugged, even if there is another one`() async throws {
      let fake = try await start(adapters: ["hci0", "hci1"])
      let reason = try await self.reason {
        for try await _ in radio().scan(ScanFilter()) { await fake.unplug("hci0") }
      }
      #expect(reason == .radio(.unsupported))
    }

    @Test func `starts a scan while another program's discovery is ending`() async throws {
      let fake = try await start()
      for _ in 0..<3 {
        await fake.fail("StartDiscovery", "org.bluez.Error.InProgress", "Operation already in progress")
      }
      var found: DeviceID?
      for try await advertisement in radio().scan(ScanFilter()) {
        found = advertisement.device
        break
      }
      #expect(found == device.profile.device)
    }

    @Test func `cancels a timed-out attempt that had a link for a moment`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      await fake.next("Connect") { fake, _, reply in
        fake.change(path, Interface.device, ["Connected": .bool(true)])
        fake.change(path, Interface.device, ["Connected": .bool(false), "Alias": .string("gone")])
        fake.keep(reply)
      }
      let clock = HaltedClock()
      let radio = radio(clock: clock)
      for try await _ in radio.scan(ScanFilter()) { break }
      let tree = try await radio.tree()
      async let gone = tree.wait { $0.properties(path, Interface.device)?["Alias"]?.text == "gone" ? true : nil }
      async let end = self.reason { try await withLink(radio, timeout: .seconds(5)) { _ in } }
      _ = try await gone
      clock.elapse()
      let reason = try await end
      #expect(reason == .timedOut(.seconds(5)))
      #expect(await fake.calls["Disconnect"] == 1)
    }

    @Test func `repeats an unanswered query for objects`() async throws {
      let fake = try await start()
      await fake.fail("GetManagedObjects", "org.freedesktop.DBus.Error.NoReply", "Method call timed out")
      var states = await radio().states().makeAsyncIterator()
      while let state = await states.next(), state != .poweredOn {}
      #expect(await fake.calls["GetManagedObjects"] == 2)
    }

    @Test func `recovers after a restart of the system bus`() async throws {
      let place = FileManager.default.temporaryDirectory.appending(path: "halo-bus-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: place) }
      let address = BusConnection.Address.at("unix:path=\(place)")
      // On this clock the waits for the bus are short.
      let radio = BlueZCentral(address, clock: ShortPauseClock(longestPause: .seconds(2)))
      var states = await radio.states().makeAsyncIterator()
      let none = await states.next()
      #expect(none == .unsupported)
      for _ in 0..<2 {
        let bus = try PrivateBus(at: place)
        let fake = try await FakeBlueZ.start(on: "unix:path=\(place)")
        await fake.add(device)
        while let state = await states.next(), state != .poweredOn {}
        let value = try await withLink(radio, timeout: .seconds(30)) { try await short($0) }
        #expect(value == [1, 2, 3])
        bus.end()
        while let state = await states.next(), state == .poweredOn {}
        await fake.kill()
      }
      await radio.close()
    }

    @Test func `reports an adapter that does not come back`() async throws {
      let fake = try await start()
      let radio = radio(clock: ShortPauseClock(longestPause: .seconds(5)))
      try await radio.withConnection(to: device.profile.device, label: "trial", timeout: .seconds(30)) { _ in }
      await fake.unplug("hci0")
      let reason = try await self.reason { for try await _ in radio.scan(ScanFilter()) {} }
      #expect(reason == .radio(.unsupported))
    }

    // MARK: Signal strength

    @Test func `reports the strength of the last advertisement after the scan`() async throws {
      let fake = try await start()
      let radio = radio()
      let path = fake.path(of: device)
      for strength in [-61, 127] {
        for try await _ in radio.scan(ScanFilter()) {
          await fake.perform { $0.change(path, Interface.device, ["RSSI": .int16(Int16(strength))]) }
          break
        }
        let read = try await withLink(radio) { try await $0.connection.readRSSI() }
        // 127 is not a strength.
        #expect(read == (strength == 127 ? -50 : strength))
      }
    }

    @Test func `the strength of a device whose advertisements were not received is not known`() async throws {
      let fake = try await start()
      let earlier = radio()
      for try await _ in earlier.scan(ScanFilter()) { break }
      await earlier.close()
      // The bus reports the closed connection later, and bluetoothd keeps the strength until then.
      await fake.released()
      let later = radio()
      let reason = try await self.reason { try await withLink(later) { _ = try await $0.connection.readRSSI() } }
      #expect(reason == .refused("no advertisement was received"))
      #expect(await fake.calls["Connect"] == 1)
    }

    // MARK: Adapters and permission

    @Test func `uses the requested adapter, otherwise the first that is turned on`() async throws {
      let fake = try await start(adapters: ["hci0", "hci1", "hci2"])
      await fake.setPowered(false, "hci0")
      for (adapter, used) in [(nil, "hci1"), ("hci2", "hci2")] as [(String?, String)] {
        let radio = radio(adapter: adapter)
        let value = try await withLink(radio) { try await short($0) }
        #expect(value == [1, 2, 3])
        #expect(await fake.devices(below: "/org/bluez/\(used)/").count == 1)
        await radio.close()
      }
      #expect(await radio(adapter: "hci0").state == .poweredOff)
      #expect(await radio(adapter: "hci7").state == .unsupported)
    }

    @Test func `reports that the bus denies access to bluetoothd`() async throws {
      let fake = try await start()
      await fake.fail("GetManagedObjects", "org.freedesktop.DBus.Error.AccessDenied", "Rejected send message")
      let radio = radio()
      #expect(await radio.state == .unauthorized)
      let reason = try await self.reason { for try await _ in radio.scan(ScanFilter()) {} }
      #expect(reason == .radio(.unauthorized))
    }

    @Test func `applies changes between a query and its answer in order`() async throws {
      let fake = try await start()
      await fake.next("GetManagedObjects") { fake, call, reply in
        // Changes signaled before the answer are part of it; later signals change it.
        fake.setPowered(false)
        fake.answer(call, reply)
        fake.setPowered(true)
        fake.plug("hci1")
      }
      let radio = radio(adapter: "hci1")
      var states = await radio.states().makeAsyncIterator()
      while let state = await states.next(), state != .poweredOn {}
      #expect(await radio.state == .poweredOn)
    }

    @Test func `an unknown signal strength is no strength`() {
      let seen = BlueZAdvertisement.advertisement(["Address": .string("1"), "RSSI": .int16(127)])
      #expect(seen.rssi == nil)
    }

    @Test func `ignores signals of unknown objects and malformed signals`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      let radio = radio()
      let value = try await withLink(radio) { link in
        await fake.perform { fake in
          fake.bus.assumeIsolated { bus in
            for place in ["/org/bluez/hci9/dev_00", path, "/"] {
              bus.emit(place, Interface.properties, "PropertiesChanged", [])
              bus.emit(place, Interface.properties, "PropertiesChanged", [.byte(1), .byte(2), .byte(3)])
              bus.emit(
                place, Interface.properties, "PropertiesChanged",
                [.string(Interface.device), .dictionary(["RSSI": .string("loud"), "Name": .bytes([1])]), .array([])])
              for member in ["InterfacesAdded", "InterfacesRemoved"] {
                bus.emit("/", "org.freedesktop.DBus.ObjectManager", member, [.path(place)])
                bus.emit("/", "org.freedesktop.DBus.ObjectManager", member, [.string("x"), .double(1)])
              }
            }
          }
        }
        return try await short(link)
      }
      #expect(value == [1, 2, 3])
    }

    @Test func `finds five thousand devices`() async throws {
      let fake = try await start()
      for number in 0..<5000 {
        let digits = String(0x10000 + number, radix: 16).uppercased().suffix(4)
        await fake.add(
          TrialDevice(address: "C0:DE:01:00:\(digits.prefix(2)):\(digits.suffix(2))", name: "crowd \(number)"))
      }
      let radio = radio()
      var seen: Set<DeviceID> = []
      for try await advertisement in radio.scan(ScanFilter(name: "crowd")) {
        seen.insert(advertisement.device)
        if seen.count == 5000 { break }
      }
      let value = try await withLink(radio) { try await short($0) }
      #expect(value == [1, 2, 3])
    }

    // MARK: Bonds

    @Test func `reports refused bonding, and whether a bond is new`() async throws {
      let fake = try await start()
      let names = [
        "AuthenticationFailed", "AuthenticationRejected", "AuthenticationTimeout", "AuthenticationCanceled",
        "ConnectionAttemptFailed", "Failed", "InProgress",
      ]
      for name in names {
        await fake.fail("Pair", "org.bluez.Error.\(name)", "")
        let reason = try await self.reason { _ = try await withLink(radio()) { try await $0.connection.bond() } }
        #expect(reason == .bondRefused)
      }
      let isNew = try await withLink(radio()) { try await $0.connection.bond() }
      #expect(isNew)
      let isNewAgain = try await withLink(radio()) { try await $0.connection.bond() }
      #expect(!isNewAgain)
      let calls = await fake.calls
      #expect(calls["RegisterAgent"] == 9)
    }

    @Test(arguments: [("NotPermitted", "Not paired"), ("Failed", "Operation failed with ATT error: 0x0f")])
    func `bonds and repeats an operation that requires it`(name: String, message: String) async throws {
      let fake = try await start()
      await fake.fail("ReadValue", "org.bluez.Error.\(name)", message)
      let value = try await withLink(radio()) { try await short($0) }
      #expect(value == [1, 2, 3])
      let calls = await fake.calls
      #expect(calls["Pair"] == 1 && calls["ReadValue"] == 2)
    }

    @Test func `an operation that requires a bond reports that the device refuses it`() async throws {
      let fake = try await start()
      await fake.fail("ReadValue", "org.bluez.Error.NotPermitted", "Not paired")
      await fake.fail("Pair", "org.bluez.Error.AuthenticationFailed", "")
      let reason = try await self.reason { try await withLink(radio()) { _ = try await short($0) } }
      #expect(reason == .bondRefused)
    }

    @Test func `a link that ends while bluetoothd bonds by itself reports the refusal`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      await fake.next("ReadValue") { fake, call, reply in
        fake.keep(reply)
        fake.ask(agentOf: call.sender, about: path) { fake, _ in fake.dropLink(path) }
      }
      let reason = try await self.reason { try await withLink(radio()) { _ = try await short($0) } }
      #expect(reason == .bondRefused)
      #expect(await fake.calls["Pair"] == nil)
    }

    @Test(arguments: [true, false])
    func `the same operation without an answer on two lost links: the device is asked whether it refuses the bond`(
      isRefused: Bool
    ) async throws {
      let fake = try await start()
      let (radio, path) = (radio(), fake.path(of: device))
      @Sendable func loseNext(_ member: String) async {
        await fake.next(member) { fake, _, reply in
          fake.keep(reply)
          fake.dropLink(path)
        }
      }
      for member in ["ReadValue", "StartNotify", "ReadValue", "ReadValue"] {
        await loseNext(member)
        let reason = try await self.reason {
          try await withLink(radio) { link in
            if member == "ReadValue" {
              _ = try await short(link)
            } else {
              _ = try await link.connection.notifications(of: try link.characteristic(TrialDevice.ID.numbers))
            }
          }
        }
        #expect(reason == .disconnected)
        #expect(await fake.calls["Pair"] == nil)
      }
      if isRefused {
        await fake.fail("Pair", "org.bluez.Error.AuthenticationFailed")
        #expect(try await self.reason { try await withLink(radio) { _ = try await short($0) } } == .bondRefused)
      } else {
        let value = try await withLink(radio) { try await short($0) }
        #expect(value == [1, 2, 3])
      }
      #expect(await fake.calls["Pair"] == 1)
    }

    @Test func `an operation that is answered on the next link is no evidence of a refused bond`() async throws {
      let fake = try await start()
      let (radio, path) = (radio(), fake.path(of: device))
      for _ in 0..<3 {
        await fake.next("ReadValue") { fake, _, reply in
          fake.keep(reply)
          fake.dropLink(path)
        }
        #expect(try await self.reason { try await withLink(radio) { _ = try await short($0) } } == .disconnected)
        #expect(try await withLink(radio) { try await short($0) } == [1, 2, 3])
      }
      #expect(await fake.calls["Pair"] == nil)
    }

    @Test func `several operations that fail on one lost link are one loss`() async throws {
      let fake = try await start()
      let (radio, path) = (radio(), fake.path(of: device))
      try await withLink(radio) { link in
        await fake.dropLink(path)
        for _ in 0..<5 {
          let reason = try await self.reason { _ = try await short(link) }
          #expect(reason == .disconnected)
        }
      }
      #expect(try await withLink(radio) { try await short($0) } == [1, 2, 3])
      #expect(await fake.calls["Pair"] == nil)
    }

    @Test(arguments: [true, false])
    func `ends a link on which bluetoothd has paired by itself and then answers nothing`(isStored: Bool) async throws {
      let fake = try await start()
      let (radio, path) = (radio(), fake.path(of: device))
      await fake.next("ReadValue") { fake, _, reply in
        fake.keep(reply)
        fake.change(path, Interface.device, ["Paired": .bool(true), "Bonded": .bool(isStored)])
      }
      #expect(try await self.reason { try await withLink(radio) { _ = try await short($0) } } == .disconnected)
      #expect(try await withLink(radio) { try await short($0) } == [1, 2, 3])
    }

    @Test func `registers its agent again when bluetoothd forbids bonds although it has one`() async throws {
      let fake = try await start()
      try await withLink(radio()) { _ in
        for _ in 0..<2 {
          let (renewed, renewal) = AsyncStream<Void>.makeStream()
          await fake.next("RegisterAgent") { fake, call, reply in
            fake.change("/org/bluez/hci0", Interface.adapter, ["Pairable": .bool(true)])
            fake.answer(call, reply)
            renewal.finish()
          }
          await fake.change("/org/bluez/hci0", Interface.adapter, ["Pairable": .bool(false)])
          for await _ in renewed {}
        }
      }
      #expect(await fake.calls["UnregisterAgent"] == 2)
    }

    @Test func `a call that bluetoothd never answers ends with the link`() async throws {
      let fake = try await start()
      let path = fake.path(of: device)
      await fake.next("ReadValue") { fake, _, reply in
        fake.keep(reply)
        fake.remove(path)
      }
      let reason = try await self.reason { try await withLink(radio()) { _ = try await short($0) } }
      #expect(reason == .disconnected)
    }

    @Test func `the agent rejects bonding of other devices`() async throws {
      let fake = try await start()
      let answers = Locked<[String]>([])
      await fake.next("Pair") { fake, call, reply in
        fake.ask(agentOf: call.sender, about: "/org/bluez/hci0/dev_00_00_00_00_00_01") { _, answer in
          answers.withLock { $0.append(answer) }
          reply.fail(BusError(name: "org.bluez.Error.AuthenticationFailed", message: ""))
        }
      }
      let reason = try await self.reason { _ = try await withLink(radio()) { try await $0.connection.bond() } }
      #expect(reason == .bondRefused)
      #expect(answers.withLock { $0 } == ["org.bluez.Error.Rejected"])
    }
  }
#endif
