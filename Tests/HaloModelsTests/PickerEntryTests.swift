import HaloBluetooth
import HaloDrivers
import HaloModels
import HaloWearables
import Testing

@Suite("What the iPhone's picker finds")
struct PickerEntryTests {
  @Test(arguments: PickerEntry.all(.bundled))
  func `its driver matches what a picker item finds, and every family has an item`(entry: PickerEntry) throws {
    let registry = DriverRegistry.bundled
    #expect(Set(registry.drivers.map { $0.family }) == Set(PickerEntry.all(registry).map(\.family)))
    let driver = try #require(registry.driver(entry.family.id))
    let found = Advertisement(
      device: DeviceID("A1"), name: entry.namePart.map { "\($0)A1B2" }, services: entry.service.map { [$0] } ?? [],
      manufacturerData: entry.company.map { [$0: [1, 2]] } ?? [:])
    #expect(driver.match(found) != nil)
  }
}
