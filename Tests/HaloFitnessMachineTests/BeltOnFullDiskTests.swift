import HaloTesting
import HaloBluetooth
import HaloFitnessMachine
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("A belt on a full disk")
struct BeltOnFullDiskTests {
  /// A journal on a disk that becomes full.
  private actor FillingDisk: FrameRecorder {
    struct Full: Error {}
    private var count = 0
    private var isFull = false

    func fill() { isFull = true }
    func record(_ frame: RecordedFrame) throws -> Int {
      if isFull { throw Full() }
      count += 1
      return count
    }
  }

  @Test(arguments: [true, false])
  func `stops the belt although nothing can be recorded`(isStoppedAtOnce: Bool) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(
        clock, start: WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720), zone: .hoursEast(8))
      let treadmill = VirtualFitnessMachine(.treadmill, device: DeviceID("D4:10:00:00:00:01"), name: "Treadmill 7")
      await home.medium.add(treadmill)
      try await home.medium.central().withConnection(
        to: treadmill.profile.device, label: "Treadmill 7", timeout: .seconds(5)
      ) { connection in
        let disk = FillingDisk()
        _ = try await RecordingConnection.with(connection, recorder: disk, time: home.driver.time) { recorded in
          try await FitnessMachineDriver.withDriver(
            over: recorded, home.driver.advertising("Treadmill 7")
          ) { driver in
            await #expect(throws: MachineError.linkLostWhileRunning(device: "Treadmill 7", speed: 5)) {
              try await driver.withControl(MachineLimits()) { control in
                try await control.run(at: 5)
                _ = try await control.reaches(5, within: .seconds(20))
                await disk.fill()
                if isStoppedAtOnce { return try await control.stop() }
                // The machine's reports, one per second, cannot be stored: the driver notices that.
                try await clock.sleep(for: .seconds(3))
                try driver.checkLink()
              }
            }
          }
        }
        // The link still exists, so the belt was stopped by the command and not by a link loss.
        try await clock.sleep(for: .seconds(20))
        #expect(treadmill.speed(at: clock.now) < 0.01)
        #expect(treadmill.written.last == [0x08, 0x01])
      }
    }
  }
}
