import HaloBluetooth
import HaloSimulatedRadio
import Synchronization
import Testing

struct AsyncSemaphoreTests {
  /// The started tasks in order, and the largest number of concurrent ones.
  private final class Log: Sendable {
    private let state = Mutex((running: 0, most: 0, order: [Int]()))
    func begin(_ number: Int) {
      state.withLock {
        $0.running += 1
        $0.most = max($0.most, $0.running)
        $0.order.append(number)
      }
    }
    func end() { state.withLock { $0.running -= 1 } }
    var all: (running: Int, most: Int, order: [Int]) { state.withLock { $0 } }
  }

  @Test(arguments: [1, 2, 4]) func `runs up to the allowed number of tasks at once, in order of arrival`(
    count: Int
  ) async throws {
    try await Simulation.run { clock in
      let semaphore = AsyncSemaphore(count)
      let log = Log()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await clock.sleep(for: .milliseconds(number))
            try await semaphore.run {
              log.begin(number)
              try await clock.sleep(for: .seconds(1))
              log.end()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(log.all.running == 0)
      #expect(log.all.most == count)
      #expect(log.all.order == Array(0..<20))
      #expect(clock.now.offset >= .seconds(20 / count))
    }
  }

  @Test func `a canceled task leaves the queue, and the others get their turn`() async throws {
    try await Simulation.run { clock in
      let semaphore = AsyncSemaphore(1)
      let log = Log()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await semaphore.run { try await clock.sleep(for: .seconds(10)) } }
        try await clock.sleep(for: .seconds(1))
        await withTaskGroup(of: Void.self) { cancelled in
          cancelled.addTask {
            await #expect(throws: CancellationError.self) {
              try await semaphore.run { log.begin(1) }
            }
          }
          try? await clock.sleep(for: .seconds(1))
          cancelled.cancelAll()
        }
        #expect(clock.now.offset == .seconds(2))
        group.addTask { try await semaphore.run { log.begin(2) } }
        try await group.waitForAll()
      }
      // A task that throws also returns its turn.
      await #expect(throws: CancellationError.self) { try await semaphore.run { throw CancellationError() } }
      try await semaphore.run { log.begin(3) }
      #expect(log.all.order == [2, 3])
    }
  }
}
