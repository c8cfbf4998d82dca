#if BlueZ && os(Linux)
  import Foundation
  import Testing

  @testable import HaloBlueZRadio

  @Suite("The message bus", .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
  struct BusTests {
    private let daemon: PrivateBus

    init() throws { daemon = try PrivateBus() }

    private func open() async throws -> BusConnection { try await BusConnection.open(.at(daemon.address)) }

    /// Starts an object that returns the arguments of its calls, or an error.
    private func echo() async throws -> BusConnection {
      let server = try await open()
      _ = try await server.serve("/echo") { call, reply in
        if call.member == "Echo" {
          reply.send(call.arguments)
        } else {
          reply.fail(BusError(name: "org.halo.Error.Unknown", message: "no \(call.member)"))
        }
      }
      try await server.requestName("org.halo.Echo")
      return server
    }

    @Test func `values of every type survive a round trip`() async throws {
      let server = try await echo()
      let client = try await open()
      let values: [BusValue] = [
        .bool(true), .byte(7), .int16(-3), .uint16(65_535), .int32(-70_000), .uint32(4_000_000_000), .int64(-1 << 40),
        .uint64(1 << 63), .double(0.5), .string("häßlich"), .path("/a/b"), .signature("a{sv}"), .bytes([0, 1, 255]),
        .array([.string("x"), .string("y")]), .array([]),
        .dictionary(["type": .string("request"), "offset": .uint16(3), "data": .bytes([9])]), .dictionary([:]),
      ]
      let answer = try await client.call("org.halo.Echo", "/echo", "org.halo.Echo", "Echo", values)
      #expect(answer == values)
      await client.close()
      await server.close()
    }

    @Test func `errors have a name and a message, and calls to a closed bus fail`() async throws {
      let server = try await echo()
      let client = try await open()
      await #expect(throws: BusError(name: "org.halo.Error.Unknown", message: "no Sing")) {
        try await client.call("org.halo.Echo", "/echo", "org.halo.Echo", "Sing")
      }
      await server.close()
      await client.close()
      await #expect(throws: BusError.closed) {
        try await client.call("org.halo.Echo", "/echo", "org.halo.Echo", "Echo")
      }
      await #expect(throws: BusError.self) { try await BusConnection.open(.at("unix:path=/nowhere/bus")) }
    }

    @Test func `all signals arrive in order, and none after the match was removed`() async throws {
      let server = try await open()
      let client = try await open()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let match = try await client.match("type='signal',interface='org.halo.Count'") { message in
        if let number = message.arguments.first?.int { continuation.yield(number) }
      }
      #expect(await client.slotCount == 1)
      for number in 0..<2000 { await server.emit("/count", "org.halo.Count", "Next", [.uint32(UInt32(number))]) }
      var seen: [Int] = []
      for await number in stream {
        seen.append(number)
        if seen.count == 2000 { break }
      }
      #expect(seen == [Int](0..<2000))
      await client.remove(match)
      #expect(await client.slotCount == 0)
      await client.close()
      await server.close()
    }

    @Test func `concurrent short-lived connections do not disturb each other`() async throws {
      let address = BusConnection.Address.at(daemon.address)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<250 {
              let bus = try await BusConnection.open(address)
              _ = try await bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
              await bus.close()
            }
          }
        }
        try await group.waitForAll()
      }
    }

    @Test func `an unanswered call ends with a timeout error`() async throws {
      let server = try await open()
      let waiting = Locked<[BusReply]>([])
      _ = try await server.serve("/slow") { _, reply in waiting.withLock { $0.append(reply) } }
      try await server.requestName("org.halo.Slow")
      let client = try await open()
      let error = await #expect(throws: BusError.self) {
        try await client.call("org.halo.Slow", "/slow", "org.halo.Slow", "Wait", timeout: .milliseconds(10))
      }
      #expect(error?.isTimeOut == true, "\(String(describing: error))")
      #expect(await client.callCount == 0)
      waiting.withLock { $0.removeAll() }
      await client.close()
      await server.close()
    }

    @Test func `a canceled call ends at once and leaves no pending call`() async throws {
      let server = try await open()
      // The server answers when the test is over.
      let waiting = Locked<[BusReply]>([])
      _ = try await server.serve("/slow") { _, reply in waiting.withLock { $0.append(reply) } }
      try await server.requestName("org.halo.Slow")
      let client = try await open()
      let call = Task { try await client.call("org.halo.Slow", "/slow", "org.halo.Slow", "Wait") }
      while await client.callCount == 0 { await Task.yield() }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(await client.callCount == 0)
      for reply in waiting.withLock({ $0 }) { reply.send() }
      await client.close()
      await server.close()
    }
  }
#endif
