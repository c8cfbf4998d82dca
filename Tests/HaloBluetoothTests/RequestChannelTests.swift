import HaloBluetooth
import HaloSimulatedRadio
import Synchronization
import Testing

struct RequestChannelTests {
  /// A request that is answered by its number.
  private struct Question: AnswerMatcher {
    let number: Int
    func matches(_ received: Int) -> Bool { received == number }
  }

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  private func simulated(
    _ body: @Sendable (RequestChannel<Question>, SimulatedClock) async throws -> Void
  ) async throws {
    try await Simulation.run { clock in
      try await body(RequestChannel<Question>(device: "Lamp (01)", clock: clock), clock)
    }
  }

  @Test func `requests run one after the other, in order`() async throws {
    try await simulated { channel, clock in
      let log = Log()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            try await channel.request(Question(number: number), timeout: AnswerTimeout(.seconds(3))) {
              log.lines.withLock { $0.append("\(number) at \(clock.now.offset / .seconds(1)) s") }
            }
          }
        }
        for number in 1...3 {
          try await clock.sleep(for: .seconds(2))
          #expect(channel.receive(number))
          #expect(try await group.next() == number)
        }
      }
      #expect(log.lines.withLock(\.self) == ["1 at 0.0 s", "2 at 2.0 s", "3 at 4.0 s"])
    }
  }

  @Test func `the timeout counts from the last piece of the answer`() async throws {
    try await simulated { channel, clock in
      async let answer = channel.request(Question(number: 1), timeout: AnswerTimeout(.seconds(3))) {}
      for _ in 0..<10 {
        try await clock.sleep(for: .seconds(2))
        #expect(channel.noteProgress { $0.number == 1 })
        #expect(!channel.noteProgress { $0.number == 2 })
      }
      do {
        Issue.record("answered with \(try await answer)")
      } catch {
        #expect(error as? RequestTimedOut == RequestTimedOut(device: "Lamp (01)", hasBegun: true))
      }
      // The last piece came after 20 seconds; the timeout is checked every 0.3 seconds.
      #expect((.seconds(23)...(.milliseconds(23_300))).contains(clock.now.offset))
    }
  }

  @Test func `a shorter timeout for the first piece does not apply to later pieces`() async throws {
    try await simulated { channel, clock in
      let timeout = AnswerTimeout(.seconds(10), beginning: .seconds(2))
      await #expect(throws: RequestTimedOut(device: "Lamp (01)", hasBegun: false)) {
        try await channel.request(Question(number: 1), timeout: timeout) {}
      }
      #expect(clock.now.offset == .seconds(2))
      async let answer = channel.request(Question(number: 2), timeout: timeout) {}
      try await clock.sleep(for: .milliseconds(1500))
      channel.noteProgress()
      try await clock.sleep(for: .seconds(9))
      channel.receive(2)
      #expect(try await answer == 2)
    }
  }

  @Test func `a busy link postpones the timeout of an answer that has not begun`() async throws {
    try await simulated { channel, clock in
      async let answer = channel.request(Question(number: 1), timeout: AnswerTimeout(.seconds(3))) {}
      for _ in 0..<3 {
        try await clock.sleep(for: .seconds(2))
        channel.postponeTimeout()
      }
      do {
        Issue.record("answered with \(try await answer)")
      } catch {
        #expect(error as? RequestTimedOut == RequestTimedOut(device: "Lamp (01)", hasBegun: false))
      }
      #expect(clock.now.offset >= .seconds(9))
    }
  }

  @Test func `a late answer does not answer the next request`() async throws {
    try await simulated { channel, clock in
      let unsolicited = channel.unsolicited.listen()
      await #expect(throws: RequestTimedOut.self) {
        try await channel.request(Question(number: 1), timeout: AnswerTimeout(.seconds(3))) {}
      }
      async let answer = channel.request(Question(number: 2), timeout: AnswerTimeout(.seconds(3))) {}
      try await clock.sleep(for: .seconds(1))
      #expect(!channel.receive(1))
      #expect(channel.receive(2))
      #expect(try await answer == 2)
      // The request has ended.
      #expect(!channel.receive(2))
      unsolicited.stop()
      #expect(await unsolicited.elements.reduce(into: []) { $0.append($1) } == [1, 2])
    }
  }

  @Test func `an answer that arrives before the write is confirmed counts`() async throws {
    try await simulated { channel, clock in
      let answer = try await channel.request(Question(number: 1), timeout: AnswerTimeout(.seconds(3))) {
        channel.receive(1)
        try await clock.sleep(for: .seconds(1))
      }
      #expect(answer == 1)
    }
  }

  @Test func `cancellation and errors end the turn`() async throws {
    try await simulated { channel, clock in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await #expect(throws: CancellationError.self) {
            try await channel.request(Question(number: 1), timeout: AnswerTimeout(.seconds(99))) {}
          }
        }
        try? await clock.sleep(for: .seconds(1))
        group.cancelAll()
      }
      #expect(clock.now.offset == .seconds(1))
      let refused = BluetoothError(.write, device: "Lamp (01)", .attribute(code: 3))
      await #expect(throws: BluetoothError.self) {
        try await channel.request(Question(number: 2), timeout: AnswerTimeout(.seconds(3))) { throw refused }
      }
      await #expect(throws: BluetoothError.self) { try await channel.send { throw refused } }
      await #expect(throws: CancellationError.self) {
        try await channel.request(Question(number: 3), timeout: AnswerTimeout(.seconds(3))) {
          throw CancellationError()
        } write: {
          Issue.record("written although prepare threw")
        }
      }
      async let answer = channel.request(Question(number: 4), timeout: AnswerTimeout(.seconds(3))) {}
      try await clock.sleep(for: .seconds(1))
      channel.receive(4)
      #expect(try await answer == 4)
    }
  }

  @Test func `a lost link ends all requests with its error, and all listeners`() async throws {
    try await simulated { channel, clock in
      let (values, device) = AsyncThrowingStream<ReceivedValue, any Error>.makeStream()
      let loss = BluetoothError(.read, device: "Lamp (01)", .timedOut(.seconds(2)))
      let unsolicited = channel.unsolicited.listen()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await channel.pump(values) { channel.receive(Int($0.bytes[0])) } }
        for number in 1...2 {
          group.addTask {
            let error = await #expect(throws: BluetoothError.self) {
              try await channel.request(Question(number: number), timeout: AnswerTimeout(.seconds(99))) {}
            }
            #expect(error?.reason == loss.reason)
          }
        }
        device.yield(ReceivedValue([7]))
        try await clock.sleep(for: .seconds(1))
        #expect(channel.loss == nil)
        device.finish(throwing: loss)
        try await group.waitForAll()
      }
      #expect(clock.now.offset == .seconds(1))
      #expect(await unsolicited.elements.reduce(into: []) { $0.append($1) } == [7])
      // Nothing is written after the loss.
      await #expect(throws: BluetoothError.self) { try await channel.send { Issue.record("written") } }
      await #expect(throws: BluetoothError.self) {
        try await channel.request(Question(number: 3), timeout: AnswerTimeout(.seconds(3))) { Issue.record("written") }
      }
    }
  }

  @Test func `a link that ends without an error counts as disconnected`() async throws {
    try await simulated { channel, _ in
      let (values, device) = AsyncThrowingStream<ReceivedValue, any Error>.makeStream()
      device.finish()
      let loss = await channel.pump(values) { _ in } as? BluetoothError
      #expect(loss?.reason == .disconnected)
    }
  }
}
