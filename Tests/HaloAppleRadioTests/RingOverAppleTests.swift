import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("A ring over the Apple radio")
struct RingOverAppleTests {
  private static let evening = WallClock(
    date: CalendarDate(year: 2026, month: 11, day: 20) ?? .init(daysSince1970: 0), minuteOfDay: 1230)
  private static let hoursEast = 8

  /// Returns the time of a simulation that begins in the evening.
  private static func time(_ clock: SimulatedClock) -> WallTime {
    let offset = hoursEast * 3600
    return .simulated(
      clock, from: Date(timeIntervalSince1970: Double(evening.secondsSince1970 - offset)),
      zone: WallTime.zoneName(hoursEast: hoursEast)
    ) { _ in offset }
  }

  private static func sync(
    _ connection: any Connection, _ environment: DriverEnvironment
  ) async throws -> (report: SyncReport, readings: Readings) {
    let recorder = FrameList()
    let report = try await RecordingConnection.with(connection, recorder: recorder, time: environment.time) {
      try await ColmiRingDriver.withDriver(over: $0, environment) { try await $0.sync(SyncRequest()) }
    }
    return (report, ColmiRingDriver.read(await recorder.frames, advertisedName: nil).readings)
  }

  /// Returns the samples from before the hour of the sync. Later ones depend on the second of the request.
  /// Frames are left out: they arrive in another order over another radio.
  private static func past(_ readings: Readings) -> Set<Sample> {
    let end = evening.secondsSince1970 - 3600
    return Set(
      readings.samples.filter { $0.source != .live && $0.start.secondsSince1970 < end }.map {
        Sample(
          $0.metric, $0.value, start: $0.start, minutes: $0.minutes, source: $0.source,
          provenance: Provenance(frames: [], decoder: $0.provenance.decoder))
      })
  }

  private static func sleeps(_ readings: Readings) -> [Night] {
    readings.nights.map {
      Night(
        kind: $0.kind, start: $0.start, end: $0.end, stages: $0.stages,
        provenance: Provenance(frames: [], decoder: $0.provenance.decoder))
    }
  }

  @Test func `syncs the same week as over the simulated radio`() async throws {
    let (direct, directReadings) = try await Simulation.run { clock in
      let time = Self.time(clock)
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let ring = VirtualColmiRing(.r02New, wearer: SimulatedPerson(seed: 7)) { time.wallClock }
      await medium.add(ring)
      return try await medium.central().withConnection(
        to: ring.profile.device, label: "ring", timeout: .seconds(10)
      ) { try await Self.sync($0, DriverEnvironment(clock: clock, time: time)) }
    }
    let (overApple, readings) = try await AppleTestbed.withRadio(nil) { testbed in
      let time = Self.time(testbed.medium.clock)
      let ring = VirtualColmiRing(.r02New, wearer: SimulatedPerson(seed: 7)) { time.wallClock }
      await testbed.medium.add(ring)
      return try await testbed.radio.withConnection(
        to: try await testbed.firstAdvertisement("R02"), timeout: .seconds(60)
      ) {
        // Driver timeouts use this machine's clock, like those of the radio.
        try await Self.sync($0, DriverEnvironment(clock: ContinuousClock(), time: time))
      }
    }
    #expect(overApple.interruption == nil)
    #expect(overApple.missed == direct.missed)
    #expect(overApple.unsupported == direct.unsupported)
    #expect(overApple.identity == direct.identity)
    #expect(Self.past(readings) == Self.past(directReadings))
    #expect(Self.past(directReadings).count > 500)
    #expect(Self.sleeps(readings) == Self.sleeps(directReadings))
  }
}
