import Foundation
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables

/// A simulated place with its own time of day.
struct SimulatedHome: Sendable {
  let clock: SimulatedClock
  let air: Air
  let time: WallTime

  /// A place where it is `start` (seconds since 1970 on the wall) when the simulation begins, some hours east of Greenwich.
  init(
    _ clock: SimulatedClock, start: WallClock, hoursEast: Int = 8, seed: UInt64 = 1,
    settings: LinkSettings = LinkSettings()
  ) {
    self.clock = clock
    air = Air(clock: clock, seed: seed, settings: settings)
    time = .simulated(clock, from: start, hoursEast: hoursEast)
  }

  var environment: DriverEnvironment { DriverEnvironment(clock: clock, time: time) }

  func ring(_ model: VirtualRingModel, seed: UInt64) -> VirtualColmiRing {
    let time = time
    return VirtualColmiRing(model, wearer: Wearer(seed: seed)) { time.wallClock }
  }

  /// Connects to the device and brings its week home.
  func sync(
    _ peripheral: any VirtualPeripheral, recorder: FrameList = FrameList(),
    progress: @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    await air.add(peripheral)
    return try await air.central().withConnection(
      to: peripheral.profile.device, label: peripheral.profile.name ?? "", timeout: .seconds(10)
    ) { connection in
      try await RecordingConnection.with(connection, recorder: recorder, time: time) { connection in
        try await ColmiRingDriver.withDriver(over: connection, environment) {
          try await $0.sync(SyncRequest(), progress: progress)
        }
      }
    }
  }
}
