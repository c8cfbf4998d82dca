#if BlueZ && os(Linux)
  import HaloText
  import Foundation
  import Glibc
  import HaloBluetooth
  import Testing

  @testable import HaloBlueZRadio

  @Suite(
    "Reports of the bus and bluetoothd",
    .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct BlueZReportTests {
    private let daemon: PrivateBus

    init() throws { daemon = try PrivateBus() }

    /// Starts a bluetoothd that answers all calls with `handler`.
    private func bluetoothd(_ handler: @escaping BusConnection.CallHandler) async throws -> BusConnection {
      let server = try await BusConnection.open(.at(daemon.address))
      _ = try await server.serve("/", handler)
      try await server.requestName("org.bluez")
      return server
    }

    private func report(_ clock: any Clock<Duration> = EventClock.never) async -> RadioReport {
      await BlueZReport.read(.at(daemon.address), within: .seconds(5), clock: clock)
    }

    @Test func `reports bluetoothd as absent if its name has no owner`() async throws {
      let report = await report()
      #expect(report == RadioReport(bus: daemon.address, answer: .absent))
    }

    @Test func `a bluetoothd that the bus cannot start is absent at once`() async throws {
      let report = await BlueZReport.readAfterStart(.at(daemon.address), clock: EventClock.never)
      #expect(report.answer == .absent)
    }

    @Test func `waits until a bluetoothd that the bus starts has turned an adapter on`() async throws {
      // Stands for a bluetoothd that has not finished its start.
      let bus = try PrivateBus(starting: "/bin/sleep 10")
      let clock = StartClock()
      async let report = BlueZReport.readAfterStart(.at(bus.address), clock: clock)
      await clock.waitForStart()
      let fake = try await FakeBlueZ.start(on: bus.address, adapters: [])
      await fake.plug("hci0", isOn: false)
      await fake.setPowered(true)
      let answer = await report.answer
      #expect(answer.usable("hci0").count == 1, "\(answer)")
    }

    @Test func `does not wait longer than the limit for a bluetoothd that does not start`() async throws {
      let bus = try PrivateBus(starting: "/bin/sleep 10")
      let report = await BlueZReport.readAfterStart(.at(bus.address), clock: StartClock(isOver: true))
      #expect(report.answer == .absent)
    }

    @Test func `reports adapters with their properties, in the order of their names`() async throws {
      let calls = Locked<[String]>([])
      let server = try await bluetoothd { call, reply in
        calls.withLock { $0.append(call.member) }
        let first: [String: BusValue] = [
          "Address": .string("00:AA:01:00:00:42"), "Alias": .string("kitchen"), "Powered": .bool(true),
          "Discovering": .bool(true), "Roles": .array([.string("central"), .string("peripheral")]),
        ]
        reply.send([
          .dictionary([
            "/org/bluez": .dictionary(["org.bluez.AgentManager1": .dictionary([:])]),
            "/org/bluez/hci10": .dictionary(["org.bluez.Adapter1": .dictionary([:])]),
            "/org/bluez/hci2": .dictionary(["org.bluez.Adapter1": .dictionary(first)]),
            "/org/bluez/hci2/dev_1": .dictionary(["org.bluez.Device1": .dictionary(["Address": .string("1")])]),
            "/org/bluez/hci2/dev_2": .dictionary([
              "org.bluez.Device1": .dictionary([
                "Address": .string("C3:48:9A:10:00:01"), "Name": .string("R02_1"), "Connected": .bool(true),
              ])
            ]),
          ])
        ])
      }
      let report = await report()
      #expect(report.connected == [Advertisement(device: DeviceID("C3:48:9A:10:00:01"), name: "R02_1")])
      #expect(
        report.answer
          == .adapters([
            .init(
              name: "hci2", address: "00:AA:01:00:00:42", alias: "kitchen", isPowered: true, isDiscovering: true,
              roles: ["central", "peripheral"]),
            .init(name: "hci10", address: "", alias: "", isPowered: false, isDiscovering: false, roles: nil),
          ]))
      #expect(calls.withLock { $0 } == ["GetManagedObjects"])
      await server.close()
    }

    @Test func `reports a refusal with the bus's message`() async throws {
      let server = try await bluetoothd { _, reply in
        reply.fail(BusError(name: "org.freedesktop.DBus.Error.AccessDenied", message: "Rejected send message"))
      }
      let answer = await report().answer
      #expect(answer == .refused("Rejected send message"))
      await server.close()
    }

    @Test func `reports other errors unchanged`() async throws {
      let server = try await bluetoothd { _, reply in
        reply.fail(BusError(name: "org.bluez.Error.Failed", message: "no"))
      }
      let answer = await report().answer
      #expect(answer == .failed("org.bluez.Error.Failed: no"))
      await server.close()
    }

    @Test func `reports a bluetoothd that does not answer after the time limit`() async throws {
      let clock = EventClock()
      let waiting = Locked<[BusReply]>([])
      let server = try await bluetoothd { _, reply in
        waiting.withLock { $0.append(reply) }
        // The time is over once bluetoothd was called.
        clock.endPauses()
      }
      let answer = await report(clock).answer
      #expect(answer == .silent(.seconds(5)))
      for reply in waiting.withLock({ $0 }) { reply.send() }
      await server.close()
    }

    @Test func `reports a bus that accepts connections but does not answer after the time limit`() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "halo-\(UUID())").path()
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer {
        close(listener)
        unlink(path)
      }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let bound = withUnsafePointer(to: address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
      }
      try #require(bound == 0 && listen(listener, 8) == 0)
      let clock = EventClock()
      clock.endPauses()
      let report = await BlueZReport.read(.at("unix:path=\(path)"), within: .seconds(5), clock: clock)
      #expect(report.answer == .noBus(Phrase("the system bus does not answer within \("5") s")))
    }

    @Test func `reports a missing bus with its address and the system's reason`() async throws {
      let report = await BlueZReport.read(
        .at("unix:path=/nowhere/bus"), within: .seconds(5), clock: EventClock.never)
      #expect(report.bus == "unix:path=/nowhere/bus")
      guard case .noBus(let reason) = report.answer else {
        Issue.record("\(report.answer)")
        return
      }
      #expect(reason.english.hasSuffix("No such file or directory"))
    }
  }

  /// A clock that reports when the time for bluetoothd's start begins. Its pauses never end, but for that time if it
  /// `isOver` at once.
  private struct StartClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let isOver: Bool
    private let starts: AsyncStream<Void>
    private let start: AsyncStream<Void>.Continuation

    init(isOver: Bool = false) {
      self.isOver = isOver
      (starts, start) = AsyncStream<Void>.makeStream()
    }

    var now: Instant { .now }
    var minimumResolution: Duration { .zero }

    func waitForStart() async { for await _ in starts { return } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      if (Duration.seconds(3)..<Duration.seconds(4.5)).contains(now.duration(to: deadline)) {
        start.yield()
        if isOver { return }
      }
      try await EventClock.never.sleep(until: deadline, tolerance: nil)
    }
  }

  /// A clock whose pauses end on demand.
  private struct EventClock: Clock {
    typealias Instant = ContinuousClock.Instant
    /// A clock whose pauses never end.
    static var never: EventClock { EventClock() }

    private let events: AsyncStream<Void>
    private let pauseEnd: AsyncStream<Void>.Continuation

    init() { (events, pauseEnd) = AsyncStream<Void>.makeStream() }

    var now: Instant { .now }
    var minimumResolution: Duration { .zero }

    func endPauses() { pauseEnd.yield() }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      for await _ in events { return }
      throw CancellationError()
    }
  }
#endif
