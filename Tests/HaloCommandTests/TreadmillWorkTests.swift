import ArgumentParser
import Foundation
import HaloBluetooth
import HaloEngine
import HaloFitnessMachine
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloCommand
@testable import HaloTerminal

struct TreadmillSessionTests {
  @Test func `after a link loss, the belt is reconnected and stopped, with status 69`() async throws {
    try await Simulation.run { clock in
      let time = WallTime.simulated(clock, from: Date(timeIntervalSince1970: 1_800_000_000), zone: "UTC") { _ in 0 }
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let treadmill = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:10:00:00:00:01"), name: "Treadmill 7", quirks: .strict)
      await medium.add(treadmill)
      let environment = DriverEnvironment(clock: clock, time: time, advertisedName: "Treadmill 7")
      let work = TreadmillWork(
        personal: .standard, orders: [.belt(.start(3))], duration: .seconds(3600), json: true, isTyped: false,
        isConfirmed: true, progress: ProgressLine(isShown: false), tally: CommandFailureTally())
      let session = WearableSession<FitnessMachineDriver>(
        radio: medium.central(), device: treadmill.profile.device, label: "Treadmill 7", environment: environment,
        recorder: FrameList())
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await #expect { try await work.run(session, environment) } throws: {
            ($0 as? Failure)?.exitStatus == EX.unavailable
          }
        }
        try await clock.sleep(for: .seconds(30))
        #expect(abs(treadmill.speed(at: clock.now) - 3) < 0.011)
        treadmill.dropLink()
        try await group.waitForAll()
      }
      #expect(treadmill.speed(at: clock.now) == 0)
      #expect(treadmill.written.count { $0 == [0x07] } == 1)
      #expect(treadmill.written.suffix(2) == [[0x00], [0x08, 0x01]])
    }
  }
}
