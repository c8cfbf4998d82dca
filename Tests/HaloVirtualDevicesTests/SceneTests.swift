import HaloBluetooth
import HaloHealth
import HaloHeartRateMonitor
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

/// The names that a scan reported.
private final class ScannedNames: Sendable {
  private let state = Mutex<Set<String>>([])

  var all: Set<String> { state.withLock { $0 } }

  func insert(_ name: String) { state.withLock { _ = $0.insert(name) } }
}

struct SceneTests {
  private static let morning = WallClock(date: CalendarDate(daysSince1970: 20_777), minuteOfDay: 10 * 60 + 16)
  private static let unrelated: Set = ["Living room TV", ""]

  /// Returns the names that a scan of ten seconds reports.
  private func names(_ central: SimulatedCentral, _ clock: SimulatedClock) async throws -> Set<String> {
    let names = ScannedNames()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await advertisement in central.scan(ScanFilter()) {
          names.insert(advertisement.name ?? "")
        }
      }
      group.addTask { try await clock.sleep(for: .seconds(10)) }
      try await group.next()
      group.cancelAll()
    }
    return names.all
  }

  @Test(
    arguments: [
      (.rings, ["COLMI R12_0005", "R02_5A5F"], 2),
      (.empty, [], 0),
      (.badLink, ["COLMI R12_0005", "R02_5A5F", "Treadmill 7"], 3),
      (.gym, ["HRM-1 00000005", "Polar H10 00000006", "Polar Sense 00000007", "Treadmill 7", "Bike 12"], 5),
      (.miles, ["Treadmill 7"], 1),
      (.watch, ["W311N_0005"], 1),
      (.lookalikes, ["R99 54DC", "R11_7C2E", "R02_B33F", "Bathroom scale", "Thermometer"], 5),
      (.bonds, ["HRM-1 00000001", "HRM-1 00000002", "HRM-1 00000003"], 3),
      (.held, [], 2),
    ] as [(SimulatedScene, Set<String>, Int)])
  func `a scan reports the free devices of a scene and unrelated devices`(
    scene: SimulatedScene, expected: Set<String>, deviceCount: Int
  ) async throws {
    try await Simulation.run { clock in
      let simulated = await SimulatedEnvironment(
        clock, scene: scene, seed: 5, time: .simulated(clock, from: Self.morning, hoursEast: 8))
      let found = try await names(simulated.central, clock)
      #expect(found == expected.union(Self.unrelated))
      #expect(simulated.devices.count == deviceCount)
    }
  }

  @Test(arguments: [(.off, .poweredOff), (.forbidden, .unauthorized)] as [(SimulatedScene, RadioState)])
  func `a scan fails if the scene has no usable radio`(scene: SimulatedScene, state: RadioState) async throws {
    try await Simulation.run { clock in
      let simulated = await SimulatedEnvironment(
        clock, scene: scene, seed: 5, time: .simulated(clock, from: Self.morning, hoursEast: 8))
      let error = await #expect(throws: BluetoothError.self) { try await names(simulated.central, clock) }
      #expect(error?.reason == .radio(state))
    }
  }

  @Test(arguments: [(8, "Etc/GMT-8"), (-5, "Etc/GMT+5"), (0, "Etc/GMT+0")])
  func `simulated time begins at the given local time and advances with the clock`(
    hoursEast: Int, zone: String
  ) async throws {
    try await Simulation.run { clock in
      let time = WallTime.simulated(clock, from: Self.morning, hoursEast: hoursEast)
      #expect(time.zone == zone)
      #expect(time.wallClock == Self.morning)
      try await clock.sleep(for: .seconds(5400))
      #expect(time.wallClock == Self.morning.adding(minutes: 90))
      #expect(time.moment.secondsFromGMT == hoursEast * 3600)
    }
  }
}
