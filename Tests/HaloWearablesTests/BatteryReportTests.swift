import Foundation
import HaloBluetooth
import HaloEverestW311
import HaloHealth
@testable import HaloHeartRateMonitor
import Testing

@testable import HaloWearables

@Suite struct BatteryReportTests {
  @Test(arguments: [EverestW311Driver.self, HeartRateMonitorDriver.self] as [any SessionReading.Type])
  func `records an unchanged charge once a minute, and one of several reports within seconds`(
    _ driver: any SessionReading.Type
  ) {
    let reports: [(second: Int, percent: UInt8)] = [
      (0, 80), (1, 80), (3, 91), (19, 79), (59, 80), (60, 80), (61, 79), (75, 92), (80, 79), (139, 79), (140, 79),
      (141, 80),
    ]
    let characteristic = Characteristic(
      uuid: HeartRateService.GATT.batteryLevel, service: HeartRateService.GATT.batteryService, instance: 1,
      properties: [.read])
    let frames = reports.map { second, percent in
      RecordedFrame(
        device: DeviceID("A"), direction: .received, characteristic: characteristic.uuid, bytes: [percent],
        time: Date(timeIntervalSince1970: 1_790_000_000 + Double(second)), zone: "UTC", secondsFromGMT: 0)
    }
    let samples = driver.read(frames, advertisedName: nil).statements.flatMap(\.readings.samples).filter {
      $0.metric == .battery
    }
    #expect(samples.map(\.provenance.frames) == [[0], [5], [8], [10]])
    #expect(samples.map(\.value) == [80, 80, 79, 79])
  }
}
