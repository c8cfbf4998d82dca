#if BlueZ && os(Linux)
  import HaloBluetooth
  import Synchronization
  import Testing

  @testable import HaloBlueZRadio

  @Suite("Serving through bluetoothd", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct ServingTests {
    private static let rate = Characteristic(uuid: 0x2A37, service: 0x180D, instance: 0, properties: .notify)
    private static let place = Characteristic(
      uuid: 0x2A38, service: 0x180D, instance: 1, properties: .read, descriptors: [0x2901, 0x2902])
    private static let control = Characteristic(
      uuid: 0x2A39, service: 0x180D, instance: 2, properties: [.write, .writeWithoutResponse])
    private static let device = ServedDevice(
      name: "Strap", advertisedServices: [0x180D], manufacturerData: [0xFFFF: [1, 2]],
      services: [Service(uuid: 0x180D, characteristics: [rate, place, control])])

    /// Counts reads, records writes, and refuses empty writes if scripted.
    private final class Handler: AttributeHandler {
      private let state = Mutex<(reads: UInt8, written: [[UInt8]], centrals: Set<DeviceID>)>((0, [], []))
      /// The error code for reads and empty writes.
      let refusal: UInt8?

      init(refusing refusal: UInt8? = nil) { self.refusal = refusal }

      var written: [[UInt8]] { state.withLock { $0.written } }
      var centrals: Set<DeviceID> { state.withLock { $0.centrals } }

      func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
        if let refusal { throw AttributeError(code: refusal) }
        return state.withLock { state in
          state.reads += 1
          state.centrals.insert(central)
          return [state.reads, 10, 20, 30]
        }
      }

      func read(
        descriptor: BluetoothUUID, of characteristic: Characteristic, by central: DeviceID
      ) async throws(AttributeError) -> [UInt8] {
        descriptor == 0x2901 && characteristic.uuid == 0x2A38 ? [UInt8]("place".utf8) : []
      }

      func write(
        _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
      ) async throws(AttributeError) {
        if value.isEmpty, let refusal { throw AttributeError(code: refusal) }
        // Some writes take longer than later ones.
        for _ in 0..<(value.first ?? 0) % 5 { await Task.yield() }
        state.withLock { $0.written.append(value) }
      }
    }

    private let daemon: PrivateBus
    private var radio: BlueZPeripheral { BlueZPeripheral(.at(daemon.address)) }

    init() throws { daemon = try PrivateBus() }

    @Test func `bluetoothd receives the services with their flags, and the advertisement`() async throws {
      let bluez = try await ServingBlueZ.start(daemon)
      let (application, advertisement) = try await radio.serve(Self.device, with: Handler()) { _ in
        (await bluez.application, await bluez.advertisement)
      }
      let service = "/halo/application/service0000"
      func characteristic(_ uuid: String, _ flags: [String]) -> BusValue {
        .dictionary([
          Interface.characteristic: .dictionary([
            "UUID": .string(uuid), "Service": .path(service), "Flags": .array(flags.map(BusValue.string)),
          ])
        ])
      }
      #expect(
        application == [
          service: .dictionary([
            Interface.service: .dictionary(["UUID": .string("180D"), "Primary": .bool(true)])
          ]),
          service + "/char0000": characteristic("2A37", ["notify"]),
          service + "/char0001": characteristic("2A38", ["read"]),
          service + "/char0001/desc0000": .dictionary([
            Interface.descriptor: .dictionary([
              "UUID": .string("2901"), "Characteristic": .path(service + "/char0001"),
              "Flags": .array([.string("read")]),
            ])
          ]),
          service + "/char0002": characteristic("2A39", ["write-without-response", "write"]),
        ])
      #expect(
        advertisement == [
          "Type": .string("peripheral"), "LocalName": .string("Strap"), "Discoverable": .bool(true),
          "ServiceUUIDs": .array([.string("180D")]), "ManufacturerData": .dictionary(["65535": .bytes([1, 2])]),
        ])
      await bluez.close()
    }

    @Test func `a long value is read in consistent pieces up to its end`() async throws {
      let bluez = try await ServingBlueZ.start(daemon)
      let handler = Handler()
      try await radio.serve(Self.device, with: handler) { _ in
        let path = await bluez.path("2A38")
        let first = try await bluez.read(path)
        #expect(first == [1, 10, 20, 30])
        let rest = try await bluez.read(path, offset: 1)
        #expect(rest == [10, 20, 30])
        let end = try await bluez.read(path, offset: 4)
        #expect(end == [])
        let second = try await bluez.read(path)
        #expect(second == [2, 10, 20, 30])
        await #expect(throws: BusError(name: "org.bluez.Error.InvalidOffset", message: "0x07")) {
          try await bluez.read(path, offset: 5)
        }
        let named = try await bluez.read(await bluez.path("2901"), Interface.descriptor)
        #expect(named == [UInt8]("place".utf8))
      }
      #expect(handler.centrals == [DeviceID("00:11:22:33:44:55")])
      await bluez.close()
    }

    @Test func `a thousand concurrent writes arrive in order, regardless of their duration`() async throws {
      let bluez = try await ServingBlueZ.start(daemon)
      let handler = Handler()
      let values = (0..<1000).map { [UInt8($0 % 251), UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      try await radio.serve(Self.device, with: handler) { _ in
        let path = await bluez.path("2A39")
        try await bluez.writeAtOnce(values, path)
        // Authorization requests are not writes, and bluetoothd itself assembles prepared writes.
        try await bluez.write([1], path, ["prepare-authorize": .bool(true)])
        await #expect(throws: BusError(name: "org.bluez.Error.InvalidOffset", message: "0x07")) {
          try await bluez.write([1], path, ["offset": .uint16(3)])
        }
      }
      #expect(handler.written == values)
      await bluez.close()
    }

    @Test(
      arguments: [
        (0x02, "org.bluez.Error.NotPermitted"), (0x03, "org.bluez.Error.NotPermitted"),
        (0x06, "org.bluez.Error.NotSupported"), (0x07, "org.bluez.Error.InvalidOffset"),
        (0x08, "org.bluez.Error.NotAuthorized"), (0x0D, "org.bluez.Error.InvalidValueLength"),
        (0x80, "org.bluez.Error.Failed"), (0x9F, "org.bluez.Error.Failed"), (0x0E, "org.halo.Error.Attribute"),
      ] as [(UInt8, String)])
    func `errors of the handler are mapped to those of bluetoothd`(code: UInt8, name: String) async throws {
      let bluez = try await ServingBlueZ.start(daemon)
      let digits = String(code, radix: 16)
      let expected = BusError(name: name, message: digits.count == 1 ? "0x0\(digits)" : "0x\(digits)")
      try await radio.serve(Self.device, with: Handler(refusing: code)) { _ in
        let (place, control) = (await bluez.path("2A38"), await bluez.path("2A39"))
        await #expect(throws: expected) { try await bluez.read(place) }
        await #expect(throws: expected) { try await bluez.write([], control) }
        await #expect(throws: BusError.self) { try await bluez.read("/halo/application/nothing") }
      }
      await bluez.close()
    }

    @Test func `notifications reach subscribers, and the session reports whether there are any`() async throws {
      let bluez = try await ServingBlueZ.start(daemon)
      try await radio.serve(Self.device, with: Handler()) { session in
        var events = session.events.makeAsyncIterator()
        let path = await bluez.path("2A37")
        var values = try await bluez.notifications().makeAsyncIterator()
        #expect(try await session.notify([0], on: Self.rate) == false)
        try await bluez.call("StartNotify", path)
        #expect(await events.next() == .subscribed(Self.rate))
        for number in 1...100 { #expect(try await session.notify([UInt8(number)], on: Self.rate)) }
        for number in 1...100 { #expect(await values.next() == [UInt8(number)]) }
        try await bluez.call("Confirm", path)
        try await bluez.call("StopNotify", path)
        #expect(await events.next() == .unsubscribed(Self.rate))
        #expect(try await session.notify([0], on: Self.rate) == false)
        await #expect(throws: BusError.self) { try await bluez.call("StartNotify", await bluez.path("2A38")) }

        let other = Characteristic(uuid: 0x2A37, service: 0x180F, instance: 0, properties: .notify)
        for (characteristic, count, reason) in [
          (Self.place, 1, .notPermitted(allowed: .read)), (other, 1, .attributeNotFound),
          (Self.rate, 513, .tooLong(maximum: 512)),
        ] as [(Characteristic, Int, BluetoothError.Reason)] {
          await #expect(
            throws: BluetoothError(.notify, device: "Strap", attribute: characteristic.uuid, reason)
          ) { try await session.notify([UInt8](repeating: 0, count: count), on: characteristic) }
        }
      }
      await bluez.close()
    }

    @Test func `reports centrals that connect and disconnect, even if bluetoothd never signaled Connected`()
      async throws
    {
      let bluez = try await ServingBlueZ.start(daemon)
      try await radio.serve(Self.device, with: Handler()) { session in
        var events = session.events.makeAsyncIterator()
        let central = DeviceID("00:11:22:33:44:55")
        _ = try await bluez.read(await bluez.path("2A38"))
        #expect(await events.next() == .connected(central))
        await bluez.set("Connected", true, of: ServingBlueZ.central, Interface.device)
        await bluez.set("Connected", false, of: ServingBlueZ.central, Interface.device)
        #expect(await events.next() == .disconnected(central))
        await bluez.set("Connected", true, of: ServingBlueZ.central, Interface.device)
        #expect(await events.next() == .connected(central))
      }
      await bluez.close()
    }

    // MARK: The end

    @Test(.timeLimit(.minutes(10)))
    func `cancellation unregisters everything and closes the connection`() async throws {
      let bluez = try await ServingBlueZ.start(daemon)
      let before = try await bluez.connections()
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let radio = radio
      let task = Task {
        try await radio.serve(Self.device, with: Handler()) { session in
          begin.yield()
          for await _ in session.events {}
          try Task.checkCancellation()
        }
      }
      for await _ in begun { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(
        await bluez.log == [
          "RegisterApplication", "RegisterAdvertisement", "UnregisterAdvertisement", "UnregisterApplication",
        ])
      // The bus notices a closed connection with a delay.
      while try await bluez.connections() != before { await Task.yield() }
      await bluez.close()
    }

    @Test func `unanswered requests are refused at the end of the session`() async throws {
      /// Answers after it is canceled.
      struct Slow: AttributeHandler {
        let begin: AsyncStream<Void>.Continuation

        func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
          begin.yield()
          try? await Task.sleep(for: .seconds(3600))
          return [1]
        }
      }
      let bluez = try await ServingBlueZ.start(daemon)
      let (begun, begin) = AsyncStream<Void>.makeStream()
      let reads = try await radio.serve(Self.device, with: Slow(begin: begin)) { _ in
        let path = await bluez.path("2A38")
        let reads = (0..<3).map { _ in Task { try await bluez.read(path) } }
        for await _ in begun { break }
        return reads
      }
      var answers: [[UInt8]?] = []
      for read in reads { answers.append(try? await read.value) }
      // One of them was in progress.
      #expect(answers.filter { $0 == [1] }.count == 1)
      #expect(answers.filter { $0 == nil }.count == 2)
      await bluez.close()
    }

    @Test func `a lost radio ends the session with its state`() async throws {
      for state in [RadioState.poweredOff, .resetting] {
        let bluez = try await ServingBlueZ.start(daemon)
        await #expect(throws: BluetoothError(.serve, device: "Strap", .radio(state))) {
          try await radio.serve(Self.device, with: Handler()) { session in
            if state == .poweredOff {
              await bluez.set("Powered", false, of: ServingBlueZ.adapter, Interface.adapter)
            } else {
              await bluez.close()
            }
            for await _ in session.events {}
            try await Task.sleep(for: .seconds(3600))
          }
        }
        await bluez.close()
      }
    }

    @Test func `a failed registration throws its reason and is undone`() async throws {
      func error(_ radio: BlueZPeripheral) async -> BluetoothError? {
        do {
          try await radio.serve(Self.device, with: Handler()) { _ in _ = Issue.record("it is served") }
          return nil
        } catch {
          return error as? BluetoothError
        }
      }
      #expect(await error(radio)?.reason == .radio(.unsupported))
      let full = BusError(name: "org.bluez.Error.NotPermitted", message: "Maximum advertisements reached")
      let bluez = try await ServingBlueZ.start(daemon, refusing: ["RegisterAdvertisement": full])
      let refused = await error(radio)
      #expect(refused == BluetoothError(.advertise, device: "Strap", .refused("Maximum advertisements reached")))
      #expect(await bluez.application == nil)
      #expect(await bluez.log.first == "RegisterApplication")
      let other = await error(BlueZPeripheral(.at(daemon.address), adapter: "hci7"))
      #expect(other?.reason == .radio(.unsupported))
      await bluez.close()
    }
  }
#endif
