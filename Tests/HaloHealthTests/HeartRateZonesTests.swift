import HaloHealth
import Testing

@Suite("Heart rate zones")
struct HeartRateZonesTests {
  @Test func `a zone begins at its percentage of the maximum heart rate, the first one at 50 %`() {
    let zones = HeartRateZones(maximum: 185)
    #expect(HeartRateZones.all.map(zones.lowest) == [93, 111, 130, 148, 167])
    #expect(!zones.isEstimate)
    #expect([92, 93, 110, 111, 129, 147.5, 166, 167, 220].map(zones.zone) == [0, 1, 1, 2, 2, 3, 4, 5, 5])
  }

  @Test func `estimates the maximum heart rate from age by Tanaka's formula`() {
    let zones = HeartRateZones(age: 40)
    #expect(zones.maximum == 180)
    #expect(zones.isEstimate)
  }
}
