import Dispatch
import Foundation
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct BlockingWorkTests {
  @Test func `blocking work does not occupy threads of the cooperative pool`() async throws {
    let (reached, gate) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    // More than the number of the pool's threads on the machines that Halo runs on.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await BlockingWork.run {
            reached.continuation.yield()
            gate.wait()
          }
        }
      }
      // Tasks continue while all of them block.
      var count = 0
      for await _ in reached.stream {
        count += 1
        if count == 12 { break }
      }
      for _ in 0..<12 { gate.signal() }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [false, true])
  func `work returns its value, throws its error, and runs to its end if the task is canceled`(
    inBackground isBackground: Bool
  ) async throws {
    #expect(try await BlockingWork.run(inBackground: isBackground) { 7 } == 7)
    await #expect(throws: CancellationError.self) {
      try await BlockingWork.run(inBackground: isBackground) { throw CancellationError() }
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await BlockingWork.run(inBackground: isBackground) { Task.isCancelled }
    }
    #expect(try await task.value)
  }

  #if os(Linux)
    @Test func `only work in the background has a low priority`() async throws {
      @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
      #expect(try await BlockingWork.run(inBackground: true) { niceness() } == 10)
      #expect(niceness() == 0)
      #expect(try await BlockingWork.run { niceness() } == 0)
    }
  #endif

  @Test func `simulated time stops while work blocks`() async throws {
    try await Simulation.run { clock in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for _ in 0..<100 { try await clock.sleep(for: .seconds(1)) } }
        for _ in 0..<10 {
          let before = clock.now
          let during = try await BlockingWork.run {
            // Other tasks could run now.
            DispatchQueue(label: "other").sync {}
            return clock.now
          }
          #expect(during == before)
          try await clock.sleep(for: .milliseconds(10))
        }
        group.cancelAll()
        _ = await group.nextResult()
      }
    }
  }
}
