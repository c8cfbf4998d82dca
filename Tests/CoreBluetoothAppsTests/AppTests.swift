import CoreBluetooth
import CoreBluetoothRing
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualWearables
import HaloWearables
import Testing

@testable import CoreBluetoothRing

/// Code as it is written for iPhones, in Swift 5 mode and on the main queue, against virtual devices.
struct AppTests {
  @Test func `the ring reader of the examples reads a virtual ring`() async throws {
    try await Simulation.run { clock in
      let air = Air(clock: clock, seed: 1)
      let begin = WallClock(date: CalendarDate(daysSince1970: 20_779), minuteOfDay: 600)
      let ring = VirtualColmiRing(.r12, wearer: Wearer(seed: 1)) {
        WallClock(secondsSince1970: begin.secondsSince1970 + Int(clock.now.offset / .seconds(1)))
      }
      await air.add(ring)
      try await CBCentralManager.withCentral(air.central(), clock: clock) {
        let (ends, continuation) = AsyncStream<Bool>.makeStream()
        let reader = await MainActor.run {
          let reader = RingReader()
          reader.onEnd = { continuation.yield($0) }
          reader.start()
          return reader
        }
        let isComplete: Bool? = try await within(clock) { await ends.first { _ in true } }
        #expect(isComplete == true)
        await MainActor.run {
          #expect(reader.name?.hasPrefix("COLMI R12_") == true)
          #expect(reader.hardwareRevision == "RT11CR_V1.0")
          #expect(reader.firmwareRevision == "RT11CR_1.00.08_250514")
          #expect((0...100).contains(reader.battery ?? -1))
          #expect((40...180).contains(reader.heartRate ?? 0))
        }
        #expect(!ring.isMeasuring)
        #expect(await !air.isConnected(ring.profile.device))
      }
    }
  }

  @Test func `a treadmill central asks for control, starts, sets a speed, reads it and stops`() async throws {
    try await Simulation.run { clock in
      let air = Air(clock: clock, seed: 1)
      let machine = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: "Treadmill 7", manner: .easygoing)
      await air.add(machine)
      try await CBCentralManager.withCentral(air.central(), clock: clock) {
        // What the app shows is noted within its callbacks, while simulated time stands still.
        let (changes, continuation) = AsyncStream<TreadmillCentral.Shown>.makeStream()
        let app = await MainActor.run {
          let app = TreadmillCentral()
          app.onChange = { continuation.yield($0) }
          return app
        }
        func wait(_ condition: @escaping @Sendable (TreadmillCentral.Shown) -> Bool) async throws {
          let met: TreadmillCentral.Shown? = try await within(clock) { await changes.first(where: condition) }
          #expect(met != nil)
        }
        try await wait { $0.isRunning && $0.kilometersPerHour == 3.5 }
        await MainActor.run {
          #expect(app.isControlled && app.features == 0x120D)
          app.stop()
        }
        try await wait { !$0.isRunning && $0.kilometersPerHour == 0 }
        #expect(machine.written == [[0x00], [0x07], [0x02, 0x5E, 0x01], [0x08, 0x01]])
        await air.dropLink(of: machine.profile.device)
        try await wait { $0.log.last == "disconnected 7" }
        await MainActor.run {
          #expect(
            app.log == [
              "connected", "written", "answer 0 1", "written", "answer 7 1", "answer 2 1", "answer 8 1",
              "disconnected 7",
            ])
        }
      }
    }
  }

  /// What `body` gives within ten simulated minutes.
  private func within<Value>(_ clock: SimulatedClock, _ body: @escaping () async -> Value?) async throws -> Value? {
    try await TimeLimit.within(.seconds(600), clock) { await body() } ?? nil
  }
}
