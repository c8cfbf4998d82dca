import HaloText
import HaloTesting
import HaloEngine
import HaloSimulatedRadio
import Synchronization
import Testing

struct DeviceQueueTests {
  private final class Notes: Sendable {
    private let notes = Mutex<[String]>([])
    var all: [String] { notes.withLock { $0 } }
    func add(_ note: String) { notes.withLock { $0.append(note) } }
  }

  @Test func `requests of one program to one device are serialized in order`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let notes = Notes()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for name in ["first", "second", "third"] {
          group.addTask {
            try await home.engine.holding(home.device) {
              notes.add("\(name) begins")
              try await clock.sleep(for: .seconds(3))
              notes.add("\(name) ends")
            }
          }
          try await clock.sleep(for: .milliseconds(10))
        }
        try await group.waitForAll()
      }
      #expect(notes.all == ["first", "second", "third"].flatMap { ["\($0) begins", "\($0) ends"] })
    }
  }

  @Test func `a request that waited for ten seconds fails with the device's activity, not a process`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      async let first: Void = home.engine.holding(home.device, for: "settings") {
        try await clock.sleep(for: .seconds(30))
      }
      try await clock.sleep(for: .seconds(1))
      let error = await #expect(throws: EngineError.self) { try await home.engine.holding(home.device) {} }
      #expect(error?.description == "ring is busy for a moment (reading its settings).")
      #expect(clock.now.offset == .seconds(11))
      try await first
      try await home.engine.holding(home.device) {}
      #expect(clock.now.offset == .seconds(30))
    }
  }

  @Test func `a canceled request leaves the queue, and the others proceed`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let notes = Notes()
      async let first: Void = home.engine.holding(home.device) { try await clock.sleep(for: .seconds(4)) }
      try await clock.sleep(for: .seconds(1))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await home.engine.holding(home.device) { notes.add("canceled") } }
        try await clock.sleep(for: .seconds(1))
        group.cancelAll()
        let result = await group.nextResult()
        #expect(throws: CancellationError.self) { try result?.get() }
      }
      #expect(clock.now.offset == .seconds(2))
      try await home.engine.holding(home.device) { notes.add("last") }
      try await first
      #expect(notes.all == ["last"] && clock.now.offset == .seconds(4))
    }
  }
}
