import HaloBluetooth
import HaloSimulatedRadio
import Testing

@Suite("The simulation")
struct SimulationTests {
  @Test(.timeLimit(.minutes(5))) func `a plain task that sleeps does not stop the simulation`() async throws {
    for _ in 0..<500 {
      let values = try await Simulation.run { clock in
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        Task {
          for number in 0..<3 {
            try await clock.sleep(for: .seconds(1))
            continuation.yield(number)
          }
          continuation.finish()
        }
        let values = await stream.reduce(into: []) { $0.append($1) }
        #expect(clock.now.offset == .seconds(3))
        return values
      }
      #expect(values == [0, 1, 2])
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a plain task may sleep less than the pause of a simulation at a speed`()
    async throws
  {
    try await Simulation.run(speed: 10) { clock in
      async let _ = try? clock.sleep(for: .seconds(3600))
      let start = ContinuousClock.now
      try await Task { try await clock.sleep(for: .seconds(1)) }.value
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }

  /// The description of the error of a simulation whose limit is short.
  private func stall(_ body: @Sendable (SimulatedClock) async throws -> Void) async -> String? {
    let error = await #expect(throws: SimulationStalled.self) {
      try await Simulation.$stallLimit.withValue(.milliseconds(100)) {
        try await Simulation.run(file: "Tests.swift", line: 7, body)
      }
    }
    return error?.description
  }

  @Test func `a simulation that waits for a device fails with the wait`() async throws {
    let message = await stall { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"))
      try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp (01)", timeout: .seconds(5)) { lamp in
        for try await _ in try await lamp.notifications(of: LampPeripheral.echo) {}
      }
    }
    #expect(
      message == """
        Tests.swift:7: nothing has happened in this simulation for 0.1 seconds. These tasks wait for:
        - notifications of FFE1 from Lamp (01)
        """)
  }

  @Test func `a simulation that waits for something unknown fails as well`() async throws {
    let message = await stall { _ in
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      continuation.finish()
    }
    #expect(message?.contains("The tasks wait for something that Halo does not know") == true)
  }

  @Test func `the waits of a simulation are those that have not ended, in the order of their beginning`() async throws {
    try await Simulation.run { clock in
      let (change, place) = (Broadcast<Void>(), AsyncSemaphore(1))
      await change.wait { true }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await change.wait(file: "A.swift", line: 1) { false } }
        group.addTask {
          try await TaskScope.with(file: "B.swift", line: 2) { scope in
            // It ignores that it is canceled.
            scope.start { await Task { try? await clock.sleep(for: .seconds(2)) }.value }
          }
        }
        group.addTask { try await place.run { try await clock.sleep(for: .seconds(2)) } }
        group.addTask { try await place.run(file: "C.swift", line: 3) {} }
        try await clock.sleep(for: .seconds(1))
        #expect(
          PendingWaits.current?.descriptions == [
            "the condition of A.swift:1", "the end of canceled work in the TaskScope of B.swift:2",
            "a free place in the AsyncSemaphore of C.swift:3",
          ])
        change.finish()
        try await group.waitForAll()
      }
      #expect(PendingWaits.current?.descriptions == [])
    }
  }

  @Test func `a simulation in which anything happens has not stalled`() async throws {
    try await Simulation.$stallLimit.withValue(.milliseconds(300)) {
      try await Simulation.run { _ in for _ in 0..<20 { try await Task.sleep(for: .milliseconds(50)) } }
    }
  }

  @Test func `a simulation at a speed may wait`() async throws {
    try await Simulation.$stallLimit.withValue(.milliseconds(20)) {
      try await Simulation.run(speed: 1) { _ in try await Task.sleep(for: .milliseconds(300)) }
    }
  }
}
