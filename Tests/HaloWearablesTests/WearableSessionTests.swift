import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Sessions: a radio that goes away")
struct WearableSessionTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)

  /// Syncs with a ring whose radio has the state `state` from half a second on, for `time`. Returns the report and the
  /// duration.
  private func sync(_ state: RadioState, for time: Duration?) async throws -> (report: SyncReport?, Duration) {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      let radio = home.medium.central()
      let session = WearableSession<ColmiRingDriver>(
        radio: radio, device: ring.profile.device, label: "ring", environment: home.driver, recorder: FrameList())
      async let synced = try? session.sync()
      try await clock.sleep(for: .milliseconds(1500))
      let lost = clock.now
      radio.setState(state)
      if let time {
        try await clock.sleep(for: time)
        radio.setState(.poweredOn)
      }
      let report = await synced
      return (report, lost.duration(to: clock.now))
    }
  }

  @Test(arguments: [RadioState.poweredOff, .resetting])
  func `retries end soon if the radio does not come back`(state: RadioState) async throws {
    let (report, duration) = try await sync(state, for: nil)
    #expect(report == nil || report?.interruption != nil)
    #expect((Duration.seconds(10)...Duration.seconds(16)).contains(duration), "\(duration)")
  }

  @Test(arguments: [Duration.seconds(1), .seconds(8)])
  func `the sync completes if the radio comes back`(time: Duration) async throws {
    let (report, _) = try await sync(.poweredOff, for: time)
    #expect(report?.missed == [] && report?.interruption == nil)
  }
}
