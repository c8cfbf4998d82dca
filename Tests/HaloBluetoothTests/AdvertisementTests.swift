import HaloBluetooth
import Testing

struct AdvertisementTests {
  private let unknown = Advertisement(device: DeviceID("1"), name: "Lamp", rssi: 127)

  @Test func `a signal strength of 127 is unknown, also in copies`() {
    #expect(unknown.rssi == nil)
    #expect(unknown.with([0x180F]).rssi == nil && unknown.named(asIn: unknown).rssi == nil)
    #expect(Advertisement(device: DeviceID("1"), name: nil, rssi: -127).rssi == -127)
  }

  @Test func `an unknown signal strength passes no minimum`() {
    #expect(ScanFilter().matches(unknown))
    #expect(!ScanFilter(minimumRSSI: -100).matches(unknown))
    #expect(!ScanFilter(minimumRSSI: -100).matches(Advertisement(device: DeviceID("2"), name: nil)))
  }
}
