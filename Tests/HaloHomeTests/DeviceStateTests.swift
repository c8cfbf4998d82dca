import HaloTesting
import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloHome
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("The state of a device")
struct DeviceStateTests {
  @Test func `has no values before the first sync, and the wearer's data afterwards`() async throws {
    try await SimulatedHome.run(registry: .bundled, zone: .hoursEast(8)) { home in
      let (clock, time, journal, engine) = (home.clock, home.time, home.journal, home.engine)
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
      let device = try await home.pair(ring, name: "ring", wearer: "me")
      func now() -> Moment { Moment(time.wallClock, secondsFromGMT: 8 * 3600) }

      var expected = DeviceState(
        identifier: device.identifier.text, name: "ring", family: "colmi-ring", wearer: "me")
      #expect(try DeviceState.read(device, in: journal, at: now()) == expected)
      expected.isPresent = true
      #expect(try DeviceState.read(device, in: journal, at: now(), isPresent: true) == expected)

      _ = try await engine.sync(device)
      let known = try #require(try journal.devices().first)
      let state = try DeviceState.read(known, in: journal, at: now())
      #expect(state.firmware == VirtualRingModel.r12.firmware)
      #expect(state.battery != nil && state.isCharging == nil)
      let today = home.start.date
      let movement = try journal.movement(of: "me", from: today, to: today)[today]
      #expect(state.stepsToday != nil && state.stepsToday == movement?.steps && movement?.basis == .deviceTotal)
      #expect(state.heartRate?.time.wallClock.date == today)
      #expect(try journal.latest(.heartRate, of: known)?.value == state.heartRate.map { Double($0.value) })
      #expect(Set(state.measurements.map(\.metric)).isSuperset(of: [.stress, .heartRateVariability]))
      for measured in state.measurements {
        #expect(try journal.latest(measured.metric, of: known)?.value == measured.value, "\(measured)")
      }
      #expect(state.lastSync != nil && state.lastSeen == state.lastSync)
      let night = try #require(state.lastNight)
      #expect(night.night.end.date == today && night.end <= now())
      #expect(night.start.wallClock == night.night.start)
      #expect(night.night.minutesAsleep > 120)
      #expect((6...8).contains(state.nights.count))
      // This sync and the next one report today's sleep; the next sync changes only the report time.
      let reported = try #require(night.reported)
      try await clock.sleep(for: .seconds(3600))
      _ = try await engine.sync(device)
      let later = try #require(try DeviceState.read(known, in: journal, at: now()).lastNight)
      #expect(later.night == night.night)
      #expect(try #require(later.reported).milliseconds - reported.milliseconds >= 3_600_000)
      // Tomorrow has no step count yet.
      let tomorrow = now().after(hours: 24)
      #expect(try DeviceState.read(known, in: journal, at: tomorrow).stepsToday == nil)
    }
  }
}
