import Foundation
import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

struct BeltLeftRunningTests {
  @Test func `reports a belt that ran when its program was killed until it is seen stopped`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let gym = try await TreadmillGym(clock, folder, advertising: "Treadmill 7", .strict)
      let machine = try gym.home.engine.pair(gym.advertisement("Treadmill 7"), name: "Gym", wearer: "Ada")
      let (journal, belt) = (gym.home.journal, gym.belt)
      let (linked, link) = AsyncStream<Void>.makeStream()
      let treadmill = TreadmillController { if case .connected(isControllable: true) = $0 { link.yield() } }
      let (killed, stopped) = (folder.path("killed.sqlite"), folder.path("stopped.sqlite"))
      _ = try await gym.record(machine, treadmill, linked: linked) {
        try await treadmill.withLease(.upTo(8)) { lease in
          try await lease.order(.start(nil))
          try await lease.order(.speed(3))
          try await clock.sleep(for: .seconds(10))
          #expect(abs(belt.speed(at: clock.now) - 3) < 0.011)
          // The journal of a program that is killed at this moment.
          try journal.backUp(to: killed)
          try journal.backUp(to: stopped)
          // The belt is not reported by the program that has it, nor by another one in the meantime.
          #expect(try BeltLeftRunning.all(in: journal, .bundled).isEmpty)
        }
      }
      #expect(belt.speed(at: clock.now) == 0)
      #expect(try BeltLeftRunning.all(in: journal, .bundled).isEmpty)

      let left = try Journal(path: killed)
      let reported = try BeltLeftRunning.all(in: left, .bundled)
      #expect(reported.map(\.device) == ["Gym"] && abs((reported.first?.speed ?? 0) - 3) < 0.011)
      let second = try #require(reported.first?.moment.milliseconds)
      let age = gym.home.time.moment.milliseconds - second
      #expect(age > 0 && age < 60_000)

      try await checkStopWithoutData(Journal(path: stopped), gym.home.time.moment)

      let written = belt.written.count
      let engine = Engine(
        journal: left, radio: gym.home.medium.central(), registry: .bundled,
        environment: DriverEnvironment(clock: clock, time: gym.home.time))
      _ = try await engine.recordWorkout(machine: machine, heart: nil, of: "Ada") {
        try await clock.sleep(for: .seconds(20))
      }
      #expect(belt.written.count == written)
      #expect(try BeltLeftRunning.all(in: left, .bundled).isEmpty)
    }
  }

  /// The belt is stopped over a link that ends before the next report of its speed, and then only its name is read.
  private func checkStopWithoutData(_ journal: Journal, _ now: Moment) async throws {
    let machine = try #require(try journal.devices().first { $0.name == "Gym" })
    func exchange(_ frames: [(RecordedFrame.Direction, BluetoothUUID, [UInt8])]) async throws {
      let session = try journal.begin("treadmill", with: machine, at: now, zone: "UTC")
      for (direction, characteristic, bytes) in frames {
        _ = try await session.record(
          RecordedFrame(
            device: machine.identifier, direction: direction, characteristic: characteristic, bytes: bytes,
            time: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000), zone: "UTC", secondsFromGMT: 0))
      }
      try await session.end(at: now)
    }
    try await exchange([(.sent, 0x2AD9, [0x00]), (.received, 0x2AD9, [0x80, 0x00, 0x01])])
    #expect(try BeltLeftRunning.all(in: journal, .bundled).map(\.device) == ["Gym"])
    try await exchange([(.received, 0x2AD9, [0x80, 0x08, 0x01]), (.sent, 0x2AD9, [0x08, 0x01])])
    #expect(try BeltLeftRunning.all(in: journal, .bundled).isEmpty)
    try await exchange([(.received, 0x2A00, [0x47, 0x79, 0x6D])])
    #expect(try BeltLeftRunning.all(in: journal, .bundled).isEmpty)
  }
}
