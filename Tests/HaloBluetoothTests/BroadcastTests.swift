import HaloBluetooth
import HaloSimulatedRadio
import Synchronization
import Testing

struct BroadcastTests {
  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  private func all(_ stream: AsyncStream<Int>) async -> [Int] { await stream.reduce(into: []) { $0.append($1) } }

  @Test func `each listener receives every value from its subscription on`() async {
    let broadcast = Broadcast<Int>()
    let early = broadcast.listen(startingWith: [0])
    broadcast.send(1)
    let late = broadcast.listen()
    broadcast.send(2)
    broadcast.finish()
    #expect(await all(early.elements) == [0, 1, 2])
    #expect(await all(late.elements) == [2])
    #expect(await all(broadcast.listen(startingWith: [9]).elements) == [9])
  }

  @Test func `a stopped subscription ends after the values already sent`() async {
    let broadcast = Broadcast<Int>()
    let listener = broadcast.listen()
    broadcast.send(1)
    listener.stop()
    broadcast.send(2)
    #expect(await all(listener.elements) == [1])
    #expect(broadcast.listenerCount == 0)
  }

  @Test func `a slow listener loses the oldest values of a limited buffer`() async {
    let broadcast = Broadcast<Int>(bufferingPolicy: .bufferingNewest(2))
    let slow = broadcast.listen()
    for value in 1...5 { broadcast.send(value) }
    broadcast.finish()
    #expect(await all(slow.elements) == [4, 5])
  }

  @Test func `a listener that is canceled or drops its stream is removed`() async {
    let broadcast = Broadcast<Int>()
    _ = broadcast.listen()
    #expect(broadcast.listenerCount == 0)
    let stream = broadcast.listen().elements
    let task = Task { for await _ in stream {} }
    #expect(broadcast.listenerCount == 1)
    task.cancel()
    await task.value
    #expect(broadcast.listenerCount == 0)
  }

  @Test func `canceling listeners while values are sent does not deadlock`() async {
    let broadcast = Broadcast<Int>()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for value in 0..<20_000 { broadcast.send(value) } }
      for _ in 0..<200 {
        let stream = broadcast.listen().elements
        let listener = Task { for await _ in stream {} }
        group.addTask {
          await Task.yield()
          listener.cancel()
          await listener.value
        }
      }
    }
    #expect(broadcast.listenerCount == 0)
  }

  @Test func `waiting for a condition returns when it is true and when the task is canceled`() async throws {
    try await Simulation.run { clock in
      let changes = Broadcast<Void>()
      let count = Counter()
      async let waited: Void = changes.wait { count.value.withLock(\.self) == 3 }
      for _ in 0..<3 {
        try await clock.sleep(for: .seconds(1))
        #expect(changes.listenerCount == 1)
        count.value.withLock { $0 += 1 }
        changes.send(())
      }
      await waited
      #expect(clock.now.offset == .seconds(3))
      await changes.wait { true }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await changes.wait { false } }
        group.cancelAll()
      }
      #expect(changes.listenerCount == 0)
    }
  }
}
