import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct ThreadExecutorTests {
  private actor Counter {
    private var count = 0
    func increment() -> Int {
      count += 1
      return count
    }
  }

  @Test func `tasks, actors and sleepers continue while the cooperative pool is full`() async throws {
    let executor = ThreadExecutor("test", threads: 2)
    try await executor.run {
      let counter = Counter()
      let stayedFull = try await FullPool.with(pause: { await Task.yield() }) { _ in
        try await ThreadClock().sleep(for: .milliseconds(1))
        // A belt is stopped this way after its task was canceled.
        #expect(try await TaskScope.shielded { await counter.increment() } == 1)
        try await TaskScope.with { scope in scope.start { _ = await counter.increment() } }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<100 { group.addTask { _ = await counter.increment() } }
        }
      }
      #expect(stayedFull)
      #expect(await counter.increment() > 101)
    }
  }

  @Test func `a simulation keeps its own executor`() async throws {
    try await Simulation.run { clock in
      try await ThreadExecutor("test", threads: 1).run {
        // On another executor, the simulated clock would not wait for this.
        for second in 1...10 {
          try await clock.sleep(for: .seconds(1))
          #expect(clock.now.offset == .seconds(second))
        }
      }
    }
  }

  @Test func `a canceled sleeper wakes at once`() async throws {
    let sleeper = Task { try await ThreadClock().sleep(for: .seconds(3600)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
