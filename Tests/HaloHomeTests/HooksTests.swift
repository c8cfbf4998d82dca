import HaloTesting
import Foundation
import HaloHealth
import Testing

@testable import HaloHome

@Suite("Hooks", .serialized)
struct HooksTests {
  private let night = DeviceState.ring().with {
    $0.nights = [.ending(Moment.noon.after(hours: 19), toldAfter: 1)]
  }

  private func home(_ folder: TemporaryFolder, _ command: String, _ log: Log, _ clock: ManualClock) throws -> Home {
    try Home(
      HomeSettings(hooks: [.newNight: .line(command), .batteryLow: .line("echo low >> \(folder.path("sent"))")]),
      stateFolder: folder.url.path(), logger: log.logger, clock: clock.clock)
  }

  /// Sends states to a home until `body` returns.
  private func showing(
    _ home: Home, _ body: @escaping @Sendable (AsyncStream<[DeviceState]>.Continuation) async -> Void
  ) async {
    let (states, continuation) = AsyncStream<[DeviceState]>.makeStream()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await home.run(states) }
      group.addTask { await body(continuation) }
      await group.next()
      group.cancelAll()
    }
  }

  @Test func `a night is reported once across restarts, with all its values`() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock(.noon))
    let night = night
    let line = "echo \"$HALO_EVENT $HALO_NIGHT_ASLEEP\" >> \(folder.path("sent")); cat > \(folder.path("json"))"
    for start in 0..<3 {
      let log = Log()
      await showing(try home(folder, line, log, clock)) { states in
        if start == 0 {
          states.yield([.ring().with { $0.battery = DeviceState.Reading(5, at: .noon) }])
        } else {
          clock.move(hours: 20)
          states.yield([night.with { $0.battery = DeviceState.Reading(90, at: clock.now) }])
          states.yield([night])
          // Events are delivered in order: once this one is delivered, all earlier ones are.
          states.yield([night.with { $0.battery = DeviceState.Reading(4, at: clock.now) }])
        }
        await log.wait(for: "battery-low of Left hand: the command succeeded")
      }
    }
    #expect(folder.lines("sent") == ["low", "new-night 420", "low", "low"])
    let json = try #require(folder.text("json"))
    let reported = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(reported["night_deep"] as? Int == 60)
    #expect((reported["night_stages"] as? [[String: Any]])?.count == 3)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("home-hooks.json"))
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
  }

  @Test func `a command interrupted by Halo's shutdown is run again with the same ID; a failed one is not`()
    async throws
  {
    let (folder, clock) = (try TemporaryFolder(), ManualClock(.noon))
    let night = night
    let line = "echo \"$HALO_EVENT_ID\" >> \(folder.path("sent")); echo begun; "
    let first = Log()
    await showing(try home(folder, line + "sleep 1000", first, clock)) { states in
      states.yield([.ring().with { $0.battery = DeviceState.Reading(5, at: .noon) }])
      await first.wait(for: "succeeded")
      clock.move(hours: 20)
      states.yield([night])
      // A command's output is logged when it ends.
      while folder.lines("sent").count < 2 { await Task.yield() }
    }
    #expect(first.all.contains { $0.contains("Halo is shutting down") })
    let second = Log()
    await showing(try home(folder, line + "exit 7", second, clock)) { _ in await second.wait(for: "exit status 7") }
    let third = Log()
    await showing(try home(folder, line, third, clock)) { states in
      states.yield([night.with { $0.battery = DeviceState.Reading(90, at: .noon) }])
      states.yield([night.with { $0.battery = DeviceState.Reading(4, at: .noon) }])
      await third.wait(for: "succeeded")
    }
    let reported = folder.lines("sent")
    #expect(
      reported.count == 4 && reported[0] == "low" && reported[1] == reported[2] && reported[3] == "low", "\(reported)")
  }

  @Test func `a damaged memory file is moved aside, and hooks continue`() async throws {
    let (folder, clock, log) = (try TemporaryFolder(), ManualClock(.noon), Log())
    try "{".write(toFile: folder.path("home-hooks.json"), atomically: true, encoding: .utf8)
    await showing(try home(folder, "true", log, clock)) { states in
      states.yield([.ring().with { $0.battery = DeviceState.Reading(5, at: .noon) }])
      await log.wait(for: "succeeded")
    }
    #expect(log.all.first?.contains("home-hooks.json.damaged") == true)
    #expect(folder.text("home-hooks.json.damaged") == "{")
    #expect(folder.lines("sent") == ["low"])
  }
}
